import type { SupabaseClient } from '@supabase/supabase-js'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type ServerAddress } from '#test/support/server-process.ts'

export const operator = { email: 'operator@example.test', password: 'a long enough pass phrase' }
export const ownerAndOperator = { ...operator, email: 'owner-and-operator@example.test' }

/** Settings of the server on which they are operators. */
export const operatorSettings = { OPERATORS: `${operator.email}, ${ownerAndOperator.email}` }

/** Makes an operator's account, whose address is proven, unless an earlier journey did; and signs in. */
export async function signUpOperator(server: ServerAddress, account = operator): Promise<SupabaseClient> {
	const client = officialClient(server.url, await fetchAnonKey(server.url))
	const { email, password } = account
	const signIn = async () => (await client.auth.signInWithPassword(account)).error
	if (!(await signIn())) return client
	const username = email.split('@')[0] ?? ''
	// A journey of the other worker may make it in between.
	await plaudit(server, ['user', 'create', '--email', email, '--password', password, '--username', username]).catch(
		() => {},
	)
	const error = await signIn()
	if (error) throw error
	return client
}

/** Stores a mail that was given up, as the operator's page lists it. */
export async function storeFailedMail(server: ServerAddress, to: string): Promise<void> {
	const failed = `insert into plaudit.jobs (kind, payload, attempts, failed_at, last_error)
		values ('mail', '{"template": "none", "to": "${to}", "data": {}}', 12, now(), '452 4.2.2 Mailbox full')`
	await plaudit(server, ['sql', '-c', failed])
}
