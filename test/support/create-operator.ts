import { createConfirmedUser } from '#platform/auth/flows/sign-up/create-confirmed-user.ts'
import type { TestApp } from './test-app.ts'

const password = 'a long enough pass phrase'

/** Makes an account as `plaudit user create` does, so that its address is proven, and signs it in. */
export async function createOperator(app: TestApp, name = 'operator'): ReturnType<TestApp['person']> {
	const email = `${name}@example.test`
	const id = await createConfirmedUser(app.deps.db, { email, password, username: name }, app.deps.config)
	const client = app.client()
	const { data, error } = await client.auth.signInWithPassword({ email, password })
	if (error) throw error
	return { client, id, email, token: data.session.access_token }
}
