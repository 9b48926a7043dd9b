import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'
const accepted = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const target = 'https://app.example/after?x=1'

describe('GET /verify', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({
			MAIL_AUTOCONFIRM: 'off',
			REDIRECT_ALLOW_LIST: 'https://app.example/**',
		})
	})
	afterAll(() => app.close())

	const open = async (type: string, token: string) => {
		const query = new URLSearchParams({ type, token, redirect_to: target })
		const answer = await callAuth(app, 'GET', `/verify?${query}`, { headers: { apikey: '' } })
		expect(answer.status).toBe(303)
		return new URL(answer.headers.get('location') ?? '')
	}
	const inFragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
	const inQuery = (url: URL) => Object.fromEntries(url.searchParams)
	const pair = () => {
		const verifier = randomBytes(32).toString('hex')
		const code_challenge = createHash('sha256').update(verifier).digest('base64url')
		return { verifier, challenge: { code_challenge, code_challenge_method: 's256' } }
	}
	const exchange = (auth_code: string | null, code_verifier: string) =>
		callAuth(app, 'POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })
	let people = 0
	async function confirmed() {
		const email = `reader-${++people}@skerry.example`
		await app.admin().auth.admin.createUser({ email, password, email_confirm: true })
		const client = app.client()
		const { data } = await client.auth.signInWithPassword({ email, password })
		return { client, email, token: data.session?.access_token ?? '' }
	}

	it('GET /verify asks for type and token in JSON, before anything else', async () => {
		expect(errorParts(await callAuth(app, 'GET', '/verify?token=x'))).toEqual([
			400,
			'validation_failed',
			'Verify requires a verification type',
		])
		expect(errorParts(await callAuth(app, 'GET', '/verify?type=signup'))).toEqual([
			400,
			'validation_failed',
			'Verify requires a token or a token hash',
		])
	})

	it('GET /verify is worth nothing any more once the password changed, opened or not', async () => {
		const { client, email } = await confirmed()
		const { verifier, challenge } = pair()
		await callAuth(app, 'POST', '/otp', { body: { email, ...challenge } })
		const url = await open('magiclink', (await lastMailTo(app, email)).tokenHash)
		const { data } = await app.admin().auth.admin.generateLink({ type: 'recovery', email })
		await client.auth.updateUser({ password: 'six days of paddling' })
		const late = await exchange(url.searchParams.get('code'), verifier)
		expect([late.status, late.body.code]).toEqual([404, 'flow_state_not_found'])
		const unopened = await open('recovery', data.properties?.hashed_token ?? '')
		expect(inFragment(unopened)).toMatchObject({ error_code: 'otp_expired' })
	})

	it('GET /verify spends nothing, and nothing else happens, when only its head is asked for', async () => {
		const { email, token: bearer } = await confirmed()
		const { data } = await app.admin().auth.admin.generateLink({ type: 'magiclink', email })
		const token = data.properties?.hashed_token ?? ''
		for (const path of [
			`/verify?type=magiclink&token=${token}`,
			'/authorize?provider=google',
			'/callback',
			'/reauthenticate',
			'/user/identities/authorize?provider=google',
		])
			expect([path, (await callAuth(app, 'HEAD', path, { bearer })).status]).toEqual([path, 404])
		expect((await callAuth(app, 'HEAD', '/user', { bearer })).status).toBe(200)
		expect(inFragment(await open('magiclink', token)).type).toBe('magiclink')
	})

	it('GET /verify redirects with the reason when another account has taken the new address', async () => {
		const { client, email } = await confirmed()
		const next = `taken-${email}`
		await client.auth.updateUser({ email: next })
		const mails = [await lastMailTo(app, email), await lastMailTo(app, next)]
		await app.admin().auth.admin.createUser({ email: next, password, email_confirm: true })
		await open('email_change', mails[0]?.tokenHash ?? '')
		expect(inFragment(await open('email_change', mails[1]?.tokenHash ?? ''))).toEqual({
			error_code: 'email_exists',
			error_description: 'A user with this email address has already been registered',
			sb: '',
		})
	})

	it.each(['signup', 'invite', 'recovery', 'magiclink'])(
		'GET /verify signs in by a link of the type %s',
		async (type) => {
			const email = `${type}@skerry.example`
			const { admin } = app.admin().auth
			if (type === 'recovery' || type === 'magiclink') await admin.createUser({ email, password, email_confirm: true })
			const { data } = await admin.generateLink({ type, email, password } as never)
			const url = await open(type, data.properties?.hashed_token ?? '')
			expect(inQuery(url)).toEqual({ x: '1' })
			expect(inFragment(url)).toEqual({
				access_token: expect.any(String),
				expires_at: expect.stringMatching(/^\d+$/),
				expires_in: '3600',
				refresh_token: expect.any(String),
				sb: '',
				token_type: 'bearer',
				type,
			})
		},
	)

	it('GET /verify says of the first of two confirmations that the other is awaited, and signs in by the second', async () => {
		const { client, email } = await confirmed()
		const next = `next-${email}`
		await client.auth.updateUser({ email: next })
		const first = await open('email_change', (await lastMailTo(app, email)).tokenHash)
		expect([inQuery(first), inFragment(first)]).toEqual([{ x: '1' }, { message: accepted, sb: '' }])
		const second = await open('email_change', (await lastMailTo(app, next)).tokenHash)
		expect(inFragment(second)).toMatchObject({ type: 'email_change', token_type: 'bearer' })
	})

	it('GET /verify says it in query and fragment for PKCE, and gives the code with the second', async () => {
		const { email, token } = await confirmed()
		const { verifier, challenge } = pair()
		const next = `next-${email}`
		await callAuth(app, 'PUT', '/user', { bearer: token, body: { email: next, ...challenge } })
		const first = await open('email_change', (await lastMailTo(app, next)).tokenHash)
		expect([inQuery(first), inFragment(first)]).toEqual([
			{ x: '1', message: accepted },
			{ message: accepted, sb: '' },
		])
		const second = await open('email_change', (await lastMailTo(app, email)).tokenHash)
		expect([Object.keys(inQuery(second)), second.hash]).toEqual([['x', 'code'], ''])
		const opened = await exchange(second.searchParams.get('code'), verifier)
		expect(opened.body.user.email).toBe(next)
	})

	it('GET /verify gives PKCE a code for a sign-up and a recovery', async () => {
		const email = 'verifier@skerry.example'
		for (const [path, type] of [
			['/signup', 'signup'],
			['/recover', 'recovery'],
		] as const) {
			const { verifier, challenge } = pair()
			await callAuth(app, 'POST', path, { body: { email, password, ...challenge } })
			const url = await open(type, (await lastMailTo(app, email)).tokenHash)
			expect((await exchange(url.searchParams.get('code'), verifier)).body.user.email).toBe(email)
		}
	})

	it('GET /verify reports a missing PKCE flow in query and fragment and does not consume the link', async () => {
		const { email } = await confirmed()
		await callAuth(app, 'POST', '/recover', { body: { email, ...pair().challenge } })
		const { tokenHash } = await lastMailTo(app, email)
		await asOwner(app.database, 'delete from auth.flow_state')
		const details = {
			error: 'invalid_request',
			error_code: 'flow_state_not_found',
			error_description: 'invalid flow state, no valid flow state found',
		}
		const url = await open('recovery', tokenHash)
		expect(inQuery(url)).toEqual({ x: '1', ...details })
		expect(inFragment(url)).toEqual({ ...details, sb: '' })
		const body = { type: 'recovery', token_hash: tokenHash }
		expect((await callAuth(app, 'POST', '/verify', { body })).body.user.email).toBe(email)
	})

	it('GET /verify ends every other link of its reader', async () => {
		const { client, email } = await confirmed()
		await client.auth.resetPasswordForEmail(email)
		const earlier = (await lastMailTo(app, email)).tokenHash
		await client.auth.updateUser({ email: `next-${email}` })
		const change = (await lastMailTo(app, email)).tokenHash
		expect(inFragment(await open('recovery', earlier))).toHaveProperty('access_token')
		expect(inFragment(await open('email_change', change))).toMatchObject({
			error: 'access_denied',
			error_code: 'otp_expired',
		})
	})
})
