import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, type HookReply, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { functionUri, makeHookFunction } from '#test/support/auth/hook-function.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const right = 'correct horse battery'
const wrong = 'something else entirely'

describe('the password-verification hook', () => {
	let receiver: HookReceiver
	let app: TestApp
	let url: string
	beforeAll(async () => {
		receiver = await startHookReceiver()
		const hook = receiver.settings('PASSWORD_VERIFICATION_ATTEMPT')
		app = await createTestApp({ ...hook, RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
		url = await app.listen()
	})
	afterEach(() => receiver.reset())
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})

	const signIn = (email: string, password: string, at = app, from = '') =>
		callAuth(at, 'POST', '/token?grant_type=password', {
			body: { email, password },
			headers: from ? { 'x-forwarded-for': from } : {},
		})
	/** Signs in over a socket. */
	async function signInOverSocket(email: string, password: string) {
		const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
			method: 'POST',
			headers: { apikey: app.deps.keys.anonKey, 'x-supabase-api-version': '2024-01-01' },
			body: JSON.stringify({ email, password }),
		})
		return { status: answer.status, headers: answer.headers, body: await answer.json() }
	}
	const sessions = (id: string, at = app) => asOwner(at.database, 'select from auth.sessions where user_id = $1', [id])

	it('the password-verification hook gets right and wrong passwords, over a socket too', async () => {
		const { id, email } = await app.person()
		receiver.reply = () => ({ body: { decision: 'continue' } })
		for (const enter of [signIn, signInOverSocket]) {
			expect((await enter(email, right)).status).toBe(200)
			expect((await enter(email, wrong)).body.code).toBe('invalid_credentials')
		}
		const heard = receiver.calls.map(({ payload }) => payload)
		expect(heard.map(({ user_id, valid }) => [user_id, valid])).toEqual([
			[id, true],
			[id, false],
			[id, true],
			[id, false],
		])
		expect(heard[0].metadata).toMatchObject({ name: 'password-verification' })
		expect(JSON.stringify(heard)).not.toContain(right)
	})

	it.each([
		['its words', { message: 'Come back tomorrow.' }, 'Come back tomorrow.', 1],
		['the usual words', {}, 'Further password verification attempts will be rejected.', 1],
		['everybody signed out', { message: 'Out.', should_logout_user: true }, 'Out.', 0],
	])('the password-verification hook rejects even a right password, with %s', async (_, more, words, left) => {
		const { id, email } = await app.person()
		receiver.reply = () => ({ body: { decision: 'reject', ...more } })
		for (const enter of [signIn, signInOverSocket])
			expect(errorParts(await enter(email, right))).toEqual([400, 'invalid_credentials', words])
		expect(await sessions(id)).toHaveLength(left)
	})

	it('the password-verification hook is not called for unknown users, and simulates failures for them', async () => {
		const { email } = await app.person()
		receiver.reply = () => ({ status: 500 })
		const known = await signIn(email, wrong)
		receiver.calls.length = 0
		const unknown = await signIn('nobody@skerry.example', wrong)
		expect(receiver.calls).toEqual([])
		expect(errorParts(unknown)).toEqual(errorParts(known))
		receiver.reply = () => ({})
		await signIn(email, wrong)
		const [first, second] = [await signIn(email, wrong), await signIn('no@skerry.example', wrong)]
		expect(errorParts(first)).toEqual(errorParts(second))
	})

	it.each<[string, HookReply, number]>([
		['fails', { status: 500 }, 500],
		['refuses', { body: { error: { http_code: 403, message: 'Not now.' } } }, 403],
	])('the password-verification hook causes no failed attempt of the owner when it %s', async (_, reply, status) => {
		const { id, email } = await app.person()
		receiver.reply = () => reply
		for (let tries = 0; tries < 12; tries++)
			expect((await signIn(email, right, app, `203.0.113.${status % 200}`)).status).toBe(status)
		expect(await sessions(id)).toHaveLength(1)
		receiver.reply = () => ({})
		expect((await signIn(email, right)).status).toBe(200)
	})

	it('the password-verification hook’s rejections count as failed attempts', async () => {
		const { email } = await app.person()
		receiver.reply = () => ({ body: { decision: 'reject' } })
		const codes = []
		for (let tries = 0; tries < 12; tries++) codes.push((await signIn(email, right, app, '198.51.100.7')).body.code)
		expect(codes.at(0)).toBe('invalid_credentials')
		expect(codes.at(-1)).toBe('over_request_rate_limit')
	})

	it('the password-verification hook may be a function', async () => {
		const own = await createTestApp({
			HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: functionUri('judge_password'),
		})
		try {
			const { id, email } = await own.person()
			const judge = `return '{"decision": "reject", "should_logout_user": true}';`
			await makeHookFunction(own.database, 'judge_password', judge)
			expect((await signIn(email, right, own)).body.code).toBe('invalid_credentials')
			expect(await sessions(id, own)).toEqual([])
		} finally {
			await own.close()
		}
	})
})
