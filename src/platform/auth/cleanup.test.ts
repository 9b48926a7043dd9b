import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ ANONYMOUS_SIGNIN: 'on' })
})
afterAll(() => app.close())

const owner = (text: string, values: unknown[] = []) => asOwner<Record<string, unknown>>(app.database, text, values)
async function sweep() {
	await owner("update plaudit.jobs set run_at = now() where kind = 'auth-sweep'")
	await runDueJobs(app.deps)
}
async function nobody(): Promise<string> {
	const { data } = await app.client().auth.signInAnonymously()
	return data.user?.id ?? ''
}

it('idle anonymous users are deleted after thirty days, and other users stay', async () => {
	const [idle, back, young] = [await nobody(), await nobody(), await nobody()]
	const { id: named } = await app.person()
	const old = [idle, back, named]
	await owner("update auth.users set created_at = now() - interval '31 days' where id = any($1)", [old])
	await owner("update auth.sessions set created_at = now() - interval '31 days' where user_id = any($1)", [old])
	await owner("update auth.sessions set refreshed_at = now() - interval '29 days' where user_id = $1", [back])
	await sweep()
	const left = await owner('select id from auth.users where id = any($1)', [[...old, young]])
	expect(left.map(({ id }) => id).sort()).toEqual([back, young, named].sort())
})

it('unfinished challenges and factors, ended sessions and expired links are deleted after a day', async () => {
	const { client, id, email } = await app.person()
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
	await client.auth.passkey.startRegistration()
	await client.auth.resetPasswordForEmail(email)
	const counts = async () => {
		const [row] = await owner(
			`select
				(select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
				(select count(*)::int from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
					where f.user_id = $1) as challenges,
				(select count(*)::int from auth.webauthn_challenges where user_id = $1) as ceremonies,
				(select count(*)::int from auth.one_time_tokens where user_id = $1) as links,
				(select count(*)::int from auth.sessions where user_id = $1) as sessions`,
			[id],
		)
		return row
	}
	const all = { factors: 1, challenges: 1, ceremonies: 1, links: 1, sessions: 1 }
	await sweep()
	expect(await counts()).toEqual(all)
	const later = "- interval '25 hours'"
	await owner(`update auth.mfa_factors set created_at = now() ${later} where user_id = $1`, [id])
	await owner(`update auth.mfa_challenges set created_at = now() ${later}`)
	await owner(`update auth.webauthn_challenges set created_at = now() ${later}`)
	await owner(`update auth.one_time_tokens set expires_at = now() ${later} where user_id = $1`, [id])
	await owner(`update auth.sessions set not_after = now() ${later} where user_id = $1`, [id])
	await sweep()
	expect(await counts()).toEqual({
		factors: 0,
		challenges: 0,
		ceremonies: 0,
		links: 0,
		sessions: 0,
	})
})
