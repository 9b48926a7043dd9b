import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HookCall, type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { functionUri, makeHookFunction } from '#test/support/auth/hook-function.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('the custom-access-token hook', () => {
	let receiver: HookReceiver
	let app: TestApp
	let url: string
	beforeAll(async () => {
		receiver = await startHookReceiver()
		app = await createTestApp({
			...receiver.settings('CUSTOM_ACCESS_TOKEN'),
			ANONYMOUS_SIGNIN: 'on',
		})
		url = await app.listen()
	})
	const adding =
		(more: Record<string, unknown>) =>
		({ payload }: HookCall) => ({ body: { claims: { ...payload.claims, ...more } } })
	beforeEach(() => {
		receiver.reply = adding({})
		receiver.calls.length = 0
	})
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})
	const methods = () => receiver.calls.map(({ payload }) => payload.authentication_method)
	const count = async (table: string) =>
		(await asOwner<{ n: string }>(app.database, `select count(*) as n from auth.${table}`))[0]?.n
	const refresh = (token: string | undefined) =>
		callAuth(app, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

	it('the custom-access-token hook changes what the official client reads in its token, at sign-in and whenever it is renewed', async () => {
		receiver.reply = adding({ team: 'skerry', email: 'changed@skerry.example' })
		const { client, id } = await app.person()
		const read = async () => (await client.auth.getClaims()).data?.claims
		expect(await read()).toMatchObject({ sub: id, team: 'skerry', email: 'changed@skerry.example' })
		receiver.reply = adding({ team: 'another' })
		await client.auth.refreshSession()
		expect(await read()).toMatchObject({ team: 'another', role: 'authenticated' })
		expect(methods()).toEqual(['password', 'token_refresh'])
		const [first] = receiver.calls
		expect(first?.payload).toMatchObject({
			metadata: { name: 'customize-access-token' },
			user_id: id,
			claims: { sub: id, aud: 'authenticated', aal: 'aal1', amr: [{ method: 'password' }] },
		})
	})

	it('the custom-access-token hook runs for requests over a socket too', async () => {
		receiver.reply = adding({ team: 'skerry' })
		const { email } = await app.person()
		const enter = async (grant: string, body: object) => {
			const headers = { apikey: app.deps.keys.anonKey }
			const init = { method: 'POST', headers, body: JSON.stringify(body) }
			const answer = await fetch(`${url}/auth/v1/token?grant_type=${grant}`, init)
			return answer.json()
		}
		const signedIn = await enter('password', { email, password })
		expect(claimsOf(signedIn.access_token).team).toBe('skerry')
		const { refresh_token } = signedIn
		const renewed = await enter('refresh_token', { refresh_token })
		expect(claimsOf(renewed.access_token).team).toBe('skerry')
		expect(methods()).toEqual(['password', 'password', 'token_refresh'])
	})

	it('the custom-access-token hook runs for anonymous users, mailed links and second factors', async () => {
		const visitor = app.client()
		await visitor.auth.signInAnonymously()
		const [{ client }, { email }] = [await app.person(), await app.person()]
		await app.client().auth.signInWithOtp({ email })
		const { tokenHash } = await lastMailTo(app, email)
		await app.client().auth.verifyOtp({ type: 'magiclink', token_hash: tokenHash })
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate()
		receiver.reply = adding({ team: 'skerry' })
		await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
		expect((await client.auth.getClaims()).data?.claims).toMatchObject({
			team: 'skerry',
			aal: 'aal2',
		})
		expect(methods()).toEqual(['anonymous', 'password', 'password', 'otp', 'totp'])
	})

	it('the custom-access-token hook shortens a session’s token, and the answer says so', async () => {
		const exp = Math.floor(Date.now() / 1000) + 90
		receiver.reply = adding({ exp })
		const { email } = await app.person()
		const { body } = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email, password },
		})
		expect(body.expires_at).toBe(exp)
		expect(body.expires_in).toBeLessThanOrEqual(90)
		expect(claimsOf(body.access_token).exp).toBe(exp)
	})

	const schema = 'output claims do not conform to the expected schema: \n'
	const required = ['aud', 'exp', 'iat', 'sub', 'email', 'phone', 'role', 'aal', 'session_id']
	const without = (name: string) => ({
		change: ({ payload }: HookCall) => {
			delete payload.claims[name]
			return { body: payload }
		},
		says: `${schema}- (root): ${name} is required\n`,
	})
	it.each([
		...[...required, 'is_anonymous'].map((name) => [`no ${name}`, without(name)] as const),
		[
			'a number for an address',
			{
				change: adding({ email: 4 }),
				says: `${schema}- email: Invalid type. Expected: string, given: integer\n`,
			},
		],
		[
			'half a second',
			{
				change: adding({ exp: 1.5 }),
				says: `${schema}- exp: Invalid type. Expected: integer, given: number\n`,
			},
		],
		[
			'an audience of nothing',
			{
				change: adding({ aud: null }),
				says: `${schema}- aud: Invalid type. Expected: string/array, given: null\n`,
			},
		],
		['nothing', { change: () => ({}), says: 'output claims field is missing' }],
		['claims that are a list', { change: () => ({ body: { claims: [] } }), says: 'Error unmarshaling JSON output.' }],
		[
			'more than a token holds',
			{
				change: adding({ more: 'x'.repeat(12_000) }),
				says: 'output claims are larger than 11500 bytes',
			},
		],
	] as const)(
		'the custom-access-token hook opens no session and makes no user when it answers with %s',
		async (_, { change, says }) => {
			const before = [await count('users'), await count('sessions')]
			receiver.reply = change
			const body = { email: `none-${Math.random()}@skerry.example`, password }
			expect(errorParts(await callAuth(app, 'POST', '/signup', { body }))).toEqual([500, 'unexpected_failure', says])
			expect([await count('users'), await count('sessions')]).toEqual(before)
		},
	)

	it('the custom-access-token hook refuses with its own message, and a session continues once it agrees', async () => {
		const { client, email } = await app.person()
		const { data } = await client.auth.getSession()
		const token = data.session?.refresh_token
		receiver.reply = () => ({ body: { error: { http_code: 403, message: 'Closed on Sundays.' } } })
		const refused = [403, 'unknown', 'Closed on Sundays.']
		const body = { email, password }
		const before = await count('sessions')
		expect(errorParts(await callAuth(app, 'POST', '/token?grant_type=password', { body }))).toEqual(refused)
		expect(await count('sessions')).toBe(before)
		for (let tries = 0; tries < 3; tries++) expect(errorParts(await refresh(token))).toEqual(refused)
		receiver.reply = adding({})
		expect((await refresh(token)).status).toBe(200)
	})

	it('the custom-access-token hook that fails raises no session and consumes no link', async () => {
		const [{ client }, { email }] = [await app.person(), await app.person()]
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate()
		await app.client().auth.signInWithOtp({ email })
		const { tokenHash } = await lastMailTo(app, email)
		const verifying = { type: 'magiclink', token_hash: tokenHash }
		receiver.reply = () => ({ status: 500 })
		const raised = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
		expect(raised.error?.status).toBe(500)
		expect((await callAuth(app, 'POST', '/verify', { body: verifying })).status).toBe(500)
		receiver.reply = adding({})
		expect((await callAuth(app, 'POST', '/verify', { body: verifying })).status).toBe(200)
		const again = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
		expect(again.error).toBeNull()
	})
})

describe('the custom-access-token hook as a function', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ HOOK_CUSTOM_ACCESS_TOKEN_URI: functionUri('add_claims') })
		const add = `return jsonb_set(event, '{claims,team}', to_jsonb('of ' || (event->'claims'->>'email')));`
		await makeHookFunction(app.database, 'add_claims', add)
	})
	afterAll(() => app.close())

	it('the custom-access-token hook as a function adds claims, and policies read them', async () => {
		const { client, email } = await app.person()
		expect((await client.auth.getClaims()).data?.claims.team).toBe(`of ${email}`)
		await asOwner(
			app.database,
			`create function public.own_team() returns text language sql stable return auth.jwt() ->> 'team';
			grant execute on function public.own_team to authenticated`,
		)
		await expect.poll(async () => (await client.rpc('own_team')).data).toBe(`of ${email}`)
		await client.auth.refreshSession()
		expect((await client.auth.getClaims()).data?.claims.team).toBe(`of ${email}`)
	})

	it('the custom-access-token hook as a function creates no user when it raises an exception', async () => {
		await makeHookFunction(app.database, 'add_claims', `raise exception 'no';`)
		const body = { email: 'nobody@skerry.example', password }
		expect((await callAuth(app, 'POST', '/signup', { body })).status).toBe(500)
		const found = await asOwner(app.database, 'select from auth.users where email = $1', [body.email])
		expect(found).toEqual([])
	})
})
