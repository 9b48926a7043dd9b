import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ REDIRECT_ALLOW_LIST: 'https://app.example/**' })
})
afterAll(() => app.close())

const ask = (query: Record<string, string>) =>
	callAuth(app, 'GET', `/verify/account?${new URLSearchParams(query)}`, { headers: { apikey: '' } })
const expired = [403, 'otp_expired', 'Email link is invalid or has expired']

it('a link tells its account and address, as often as it is asked, and still works once', async () => {
	const { id, email } = await app.person()
	await app.client().auth.signInWithOtp({ email })
	const { tokenHash } = await lastMailTo(app, email)
	for (const type of ['magiclink', 'email', 'recovery', 'magiclink']) {
		const { status, body, headers } = await ask({ token_hash: tokenHash, type })
		expect([status, body, headers.get('cache-control')]).toEqual([200, { id, email }, 'no-store'])
	}
	expect(errorParts(await ask({ token_hash: tokenHash, type: 'signup' }))).toEqual(expired)
	const { error } = await app.client().auth.verifyOtp({ type: 'magiclink', token_hash: tokenHash })
	expect(error).toBeNull()
	expect(errorParts(await ask({ token_hash: tokenHash, type: 'magiclink' }))).toEqual(expired)
})

it('the link of a change of address tells the address that it went to', async () => {
	const { client, id } = await app.person()
	await client.auth.updateUser({ email: 'new-place@example.test' })
	const { tokenHash } = await lastMailTo(app, 'new-place@example.test')
	expect((await ask({ token_hash: tokenHash, type: 'email_change' })).body).toEqual({
		id,
		email: 'new-place@example.test',
	})
})

it('an expired link, its stored hash, a code and nonsense tell nothing', async () => {
	const { id, email } = await app.person()
	await app.client().auth.signInWithOtp({ email })
	const { tokenHash, code } = await lastMailTo(app, email)
	const [row] = await asOwner<{ hash: string }>(
		app.database,
		"select encode(link_hash, 'hex') as hash from auth.one_time_tokens where user_id = $1",
		[id],
	)
	for (const token_hash of [row?.hash ?? '', code, "' or true --", 'x'.repeat(6000), '\0'])
		expect(errorParts(await ask({ token_hash, type: 'magiclink' }))).toEqual(expired)
	expect((await ask({ token_hash: tokenHash, type: 'sms' })).status).toBe(400)
	expect((await ask({ token_hash: tokenHash, type: '__proto__' })).status).toBe(400)
	expect((await ask({ token_hash: tokenHash })).status).toBe(400)
	expect((await ask({ type: 'magiclink' })).status).toBe(400)
	await asOwner(app.database, 'update auth.one_time_tokens set expires_at = now() where user_id = $1', [id])
	expect(errorParts(await ask({ token_hash: tokenHash, type: 'magiclink' }))).toEqual(expired)
})

const navigation = { apikey: '', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
async function follow(redirect_to: string | undefined, headers: Record<string, string>) {
	const { email } = await app.person()
	const options = redirect_to === undefined ? {} : { options: { redirectTo: redirect_to } }
	const { data } = await app.admin().auth.admin.generateLink({ type: 'magiclink', email, ...options })
	const { pathname, search } = new URL(data.properties?.action_link ?? '')
	const answer = await callAuth(app, 'GET', pathname.replace('/auth/v1', '') + search, { headers })
	expect(answer.status).toBe(303)
	return { url: new URL(answer.headers.get('location') ?? ''), token: data.properties?.hashed_token ?? '' }
}

it.each(['', '/', '/auth', '/dashboard/inbox?x=1#y', '/join/abc'])(
	'a browser that follows a generated link to %s of the app is asked first, and consumes nothing',
	async (path) => {
		const target = app.url + path
		const { url, token } = await follow(path === '' ? undefined : target, navigation)
		expect(url.origin + url.pathname).toBe(`${app.url}/auth/confirm`)
		expect(Object.fromEntries(url.searchParams)).toEqual({ token_hash: token, type: 'magiclink', redirect_to: target })
		expect((await ask({ token_hash: token, type: 'magiclink' })).status).toBe(200)
	},
)

it.each<[string, string | undefined, Record<string, string>]>([
	['a program', undefined, { apikey: '' }],
	['a script of a page', undefined, { apikey: '', 'sec-fetch-mode': 'cors' }],
	['a browser on its way to another client', 'https://app.example/after', navigation],
	['a browser on its way to another client of this machine', 'http://localhost:8080/auth', navigation],
	['a browser on its way to another path', 'http://localhost:3000/client', navigation],
])('a generated link opens a session for %s', async (_, target, headers) => {
	const { url } = await follow(target, headers)
	expect(new URLSearchParams(url.hash.slice(1)).get('access_token')).toBeTruthy()
})
