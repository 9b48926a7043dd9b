import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '#test/fakes/authenticator.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

/** Every column of schema auth that names a user, from the catalogue, with the number of a user's rows. */
async function belongingsOf(userId: string): Promise<Record<string, number>> {
	const columns = await asOwner<{ name: string; column: string }>(
		app.database,
		`select c.conrelid::regclass::text as name, a.attname as column
		from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
		where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and c.connamespace = 'auth'::regnamespace
		order by 1, 2`,
	)
	const counts: Record<string, number> = {}
	for (const { name, column } of columns) {
		const [row] = await asOwner<{ count: number }>(
			app.database,
			`select count(*)::int from ${name} where ${column} = $1`,
			[userId],
		)
		counts[`${name}.${column}`] = row?.count ?? -1
	}
	return counts
}

/** A user with one of everything that an account can have, including pending flows. */
async function withEverything() {
	const person = await app.person()
	const { client, email } = person
	await client.auth.mfa.enroll({ factorType: 'totp' })
	const { data: started } = await client.auth.passkey.startRegistration()
	if (!started) throw new Error('no ceremony')
	const credential = createAuthenticator(app.url).create(started.options)
	await client.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential })
	await client.auth.passkey.startRegistration()
	const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
	await callAuth(app, 'POST', '/recover', { body: { email, ...challenge } })
	await asOwner(
		app.database,
		`insert into auth.flow_state (provider, authentication_method, linking_target_id)
		values ('google', 'oauth', $1)`,
		[person.id],
	)
	await asOwner(app.database, "insert into auth.email_proofs (user_id, email, source) values ($1, $2, 'mail')", [
		person.id,
		email,
	])
	await asOwner(app.database, "insert into auth.operators (user_id, source) values ($1, 'setup_link')", [person.id])
	return person
}

it('a soft-deleted account leaves its emptied row and no other data', async () => {
	const { id } = await withEverything()
	const before = await belongingsOf(id)
	expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
	expect((await app.admin().auth.admin.deleteUser(id, true)).error).toBeNull()
	const after = await belongingsOf(id)
	expect(Object.entries(after).filter(([, count]) => count !== 0)).toEqual([])
})
