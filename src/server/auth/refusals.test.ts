import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'

const email = 'isla@skerry.example'
const password = 'five days of paddling'
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
type Case = [path: string, body: unknown, status: number, code: string, message: string]

describe('refusals', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const cases: Case[] = [
		['/signup', { email }, 400, 'validation_failed', 'Signup requires a valid password'],
		[
			'/signup',
			{ email, phone: '15550001111', password },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on signup.',
		],
		[
			'/signup',
			{ phone: '15550001111', password },
			400,
			'phone_provider_disabled',
			'Phone signups are disabled',
		],
		[
			'/signup',
			{ phone: '15550001111', password, channel: 'pigeon' },
			400,
			'validation_failed',
			"Invalid channel, supported values are 'sms' or 'whatsapp'.",
		],
		[
			'/signup',
			{ phone: '15550001111', password, ...challenge },
			400,
			'validation_failed',
			'PKCE not supported for phone signups',
		],
		[
			'/signup',
			{ email: 'isla', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla@skerry', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla@a@skerry.example', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: 'isla\r\nbcc:x@skerry.example', password },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/signup',
			{ email: `${'x'.repeat(60)}@${'y'.repeat(250)}.example`, password },
			400,
			'validation_failed',
			'An email address is too long',
		],
		[
			'/signup',
			{ email, password: 'x'.repeat(73) },
			400,
			'validation_failed',
			'Password cannot be longer than 72 characters',
		],
		[
			'/signup',
			{ email, password: 'short' },
			422,
			'weak_password',
			'Password should be at least 8 characters.',
		],
		[
			'/signup',
			{ email, password, code_challenge: 'x'.repeat(43) },
			400,
			'validation_failed',
			'PKCE flow requires code_challenge_method and code_challenge',
		],
		['/token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
		['/token?grant_type=magic', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
		[
			'/token?grant_type=password',
			{ password },
			400,
			'validation_failed',
			'missing email or phone',
		],
		[
			'/token?grant_type=password',
			{ email, phone: '15550001111', password },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on login.',
		],
		[
			'/token?grant_type=password',
			{ phone: '15550001111', password },
			422,
			'phone_provider_disabled',
			'Phone logins are disabled',
		],
		[
			'/token?grant_type=pkce',
			{ auth_code: 'x' },
			400,
			'validation_failed',
			'invalid request: both auth code and code verifier should be non-empty',
		],
		[
			'/token?grant_type=pkce',
			{ auth_code: 'x', code_verifier: 'y' },
			404,
			'flow_state_not_found',
			'invalid flow state, no valid flow state found',
		],
		['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
		[
			'/otp',
			{ email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided',
		],
		[
			'/otp',
			{ email, channel: 'sms' },
			400,
			'validation_failed',
			'Channel should only be specified with Phone OTP',
		],
		[
			'/otp',
			{ phone: '15550001111' },
			400,
			'phone_provider_disabled',
			'Unsupported phone provider',
		],
		[
			'/otp',
			{ email: 'nobody@skerry.example', create_user: false },
			422,
			'otp_disabled',
			'Signups not allowed for otp',
		],
		['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
		[
			'/recover',
			{ email: 'isla' },
			400,
			'validation_failed',
			'Unable to validate email address: invalid format',
		],
		[
			'/resend',
			{ email },
			400,
			'validation_failed',
			'Missing one of these types: signup, email_change, sms, phone_change',
		],
		[
			'/resend',
			{ type: 'signup' },
			400,
			'validation_failed',
			'Missing email address or phone number',
		],
		[
			'/resend',
			{ type: 'signup', phone: '15550001111' },
			400,
			'validation_failed',
			'Type provided requires an email address',
		],
		[
			'/resend',
			{ type: 'sms', email },
			400,
			'validation_failed',
			'Type provided requires a phone number',
		],
		[
			'/resend',
			{ type: 'sms', phone: '15550001111' },
			400,
			'phone_provider_disabled',
			'Unsupported phone provider',
		],
		[
			'/resend',
			{ type: 'signup', email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided.',
		],
		[
			'/verify',
			{ token: '123456', email },
			400,
			'validation_failed',
			'Verify requires a verification type',
		],
		[
			'/verify',
			{ type: 'signup', email },
			400,
			'validation_failed',
			'Verify requires either a token or a token hash',
		],
		[
			'/verify',
			{ type: 'signup', token_hash: 'x', email },
			400,
			'validation_failed',
			'Only the token_hash and type should be provided',
		],
		[
			'/verify',
			{ type: 'signup', token_hash: 'x', redirect_to: 'https://x.example' },
			400,
			'validation_failed',
			'Only the token_hash and type should be provided',
		],
		[
			'/verify',
			{ type: 'email', token: '123456', email, phone: '15550001111' },
			400,
			'validation_failed',
			'Only an email address or phone number should be provided on verify',
		],
		[
			'/verify',
			{ type: 'pigeon', token: '123456', email },
			400,
			'validation_failed',
			'Unsupported verification type',
		],
		[
			'/verify',
			{ type: 'sms', token_hash: 'x' },
			400,
			'validation_failed',
			'Invalid email verification type',
		],
		[
			'/verify',
			{ type: 'sms', token: '123456', phone: 'x' },
			400,
			'validation_failed',
			'Invalid phone number format (E.164 required)',
		],
		[
			'/verify',
			{ type: 'sms', token: '123456', phone: '+1 555 000 1111' },
			403,
			'otp_expired',
			'Token has expired or is invalid',
		],
		[
			'/verify',
			{ type: 'email', token: '123456', email: 'isla' },
			422,
			'validation_failed',
			'Invalid email format',
		],
		[
			'/verify',
			{ type: 'email', token: '123456', email },
			403,
			'otp_expired',
			'Token has expired or is invalid',
		],
		[
			'/verify',
			{ type: 'email', token_hash: 'abc' },
			403,
			'otp_expired',
			'Email link is invalid or has expired',
		],
	]

	it.each(cases)('POST %s with %j is %i %s', async (path, body, status, code, message) => {
		expect(refusal(await callAuth(app, 'POST', path, { body }))).toEqual([status, code, message])
	})

	it('refuses a body that is broken, missing, of a wrong type or not storable', async () => {
		const bodies = [
			'{"email":',
			'',
			'[]',
			'"text"',
			'null',
			'{"email":5}',
			'{"email":"a@b.example","password":{"$ne":1}}',
			'{"email":"a@b.example","password":"five days\\u0000","data":{}}',
			'{"email":"a@b.example","password":"five days of","data":{"x":"\\ud800"}}',
			'{"email":"a@b.example","password":"five days of","data":[1]}',
		]
		for (const body of bodies) {
			const [status, code, message] = refusal(await callAuth(app, 'POST', '/signup', { body }))
			expect([status, code]).toEqual([400, 'bad_json'])
			expect(message).toMatch(/^Could not parse request body as JSON: /)
		}
	})

	it('refuses more than a mebibyte in the shape of this wire', async () => {
		const answer = await callAuth(app, 'POST', '/signup', {
			body: { email, password, data: { x: 'x'.repeat(1_100_000) } },
		})
		expect([answer.status, answer.body.code]).toEqual([413, 'request_entity_too_large'])
	})

	it('bears what clients send beside the point', async () => {
		const answer = await callAuth(app, 'POST', '/signup', {
			body: {
				email: 'beside@skerry.example',
				password,
				phone: null,
				data: null,
				code_challenge: null,
				code_challenge_method: null,
				gotrue_meta_security: {},
				options: { emailRedirectTo: null },
			},
		})
		expect(answer.status).toBe(200)
	})

	it('speaks the older error shape to older clients', async () => {
		for (const version of ['', '2023-12-31', 'yesterday', '2024-13-77']) {
			const headers = { 'x-supabase-api-version': version }
			const answer = await callAuth(app, 'POST', '/recover', { body: {}, headers })
			expect(answer.body).toEqual({
				code: 400,
				error_code: 'validation_failed',
				msg: 'Password recovery requires an email',
			})
			expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
			expect(answer.headers.has('x-supabase-api-version')).toBe(false)
		}
	})

	it('speaks the newer error shape from 2024-01-01 on, and lets browsers see the version', async () => {
		for (const version of ['2024-01-01', '2027-05-06']) {
			const headers = { 'x-supabase-api-version': version }
			const answer = await callAuth(app, 'POST', '/recover', { body: {}, headers })
			expect(answer.body).toEqual({
				code: 'validation_failed',
				message: 'Password recovery requires an email',
			})
			expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed')
			expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
			expect(answer.headers.get('access-control-expose-headers')).toContain(
				'x-supabase-api-version',
			)
		}
		const good = await callAuth(app, 'GET', '/settings')
		expect(good.headers.has('x-supabase-api-version')).toBe(false)
	})

	it('names the reasons of a weak password in both shapes', async () => {
		const body = { email, password: 'short' }
		const newer = await callAuth(app, 'POST', '/signup', { body })
		expect(newer.body.weak_password).toEqual({ reasons: ['length'] })
		expect(newer.headers.has('x-sb-error-code')).toBe(false)
		const headers = { 'x-supabase-api-version': '' }
		const older = await callAuth(app, 'POST', '/signup', { body, headers })
		expect(older.body.weak_password).toEqual({ reasons: ['length'] })
		expect(older.headers.get('x-sb-error-code')).toBe('weak_password')
		const { error } = await app.client().auth.signUp(body)
		expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
	})

	it('asks for a key, and refuses one that is not ours', async () => {
		const { keys } = app.deps
		const read = (key: string | undefined, path = '/settings') =>
			app.fetch(`${app.url}/auth/v1${path}`, { headers: key === undefined ? {} : { apikey: key } })
		const none = await read(undefined)
		expect([none.status, await none.json()]).toEqual([
			401,
			{
				message: 'No API key found in request',
				hint: 'No `apikey` request header or url param was found.',
			},
		])
		const wrong = await read('sb_publishable_wrong')
		expect(wrong.status).toBe(401)
		expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' })
		for (const key of keys.roleByApiKey.keys()) expect((await read(key)).status).toBe(200)
		expect((await read(undefined, `/settings?apikey=${keys.anonKey}`)).status).toBe(200)
		for (const open of ['/health', '/.well-known/jwks.json', '/verify?type=signup&token=x'])
			expect((await read(undefined, open)).status).not.toBe(401)
	})

	it('answers an unknown address with plain text', async () => {
		const answer = await callAuth(app, 'GET', '/nothing/here')
		expect(answer.status).toBe(404)
		expect(answer.headers.get('content-type')).toContain('text/plain')
	})
})
