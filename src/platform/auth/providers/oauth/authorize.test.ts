import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCredentials } from '#test/fakes/openid-provider.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { discoverIssuer } from './provider-client.ts'

describe('the authorization redirect', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp(
			{
				OAUTH_GOOGLE_SCOPES: 'calendar',
				OAUTH_TOKENS_CLIENT_ID: 'app',
				OAUTH_TOKENS_ISSUER: 'https://tokens.example',
				OAUTH_GONE_CLIENT_ID: 'x',
				OAUTH_GONE_CLIENT_SECRET: 'y',
				OAUTH_GONE_ISSUER: 'http://127.0.0.1:9',
			},
			undefined,
		)
	})
	afterAll(() => place.close())

	it('the authorization redirect carries what the provider needs, and what the caller adds', async () => {
		const { data } = await place.app.client().auth.signInWithOAuth({
			provider: 'google',
			options: {
				redirectTo: `${place.app.url}/`,
				scopes: 'email profile openid',
				queryParams: {
					access_type: 'offline',
					prompt: 'consent',
					login_hint: 'isla@skerry.example',
				},
				skipBrowserRedirect: true,
			},
		})
		const answer = await place.open(data.url?.split('/auth/v1')[1] ?? '')
		expect(answer.status).toBe(302)
		const url = new URL(answer.headers.get('location') ?? '')
		expect(url.origin + url.pathname).toBe(`${place.google.issuer}/auth`)
		expect(Object.fromEntries(url.searchParams)).toEqual({
			client_id: clientCredentials.id,
			redirect_uri: `${place.app.url}/auth/v1/callback`,
			response_type: 'code',
			scope: 'openid email profile calendar',
			state: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
			nonce: expect.stringMatching(/^[\w-]{22}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
			access_type: 'offline',
			prompt: 'consent',
			login_hint: 'isla@skerry.example',
		})
	})

	it('the authorization redirect parts scopes by commas, as the reference server does', async () => {
		const url = new URL(await place.authorizationUrl('&scopes=drive,photos%20mail,email'))
		expect(url.searchParams.get('scope')).toBe('openid email profile calendar drive photos mail')
	})

	it.each([
		...['client_id', 'CLIENT_ID', 'client_secret', 'Redirect_Uri', 'response_type', 'state', 'STATE'],
		...['code_verifier', 'Code_Challenge', 'request', 'request_uri', 'response_mode', 'scope'],
		...['apikey', 'invite_Token', 'skip_http_redirect', 'redirect_To'],
	])('callers cannot set %s in the authorization redirect', async (name) => {
		const url = new URL(await place.authorizationUrl(`&${name}=evil`))
		expect(url.searchParams.getAll(name)).not.toContain('evil')
		const names = [...url.searchParams.keys()].map((key) => key.toLowerCase())
		expect(names).toHaveLength(new Set(names).size)
	})

	it('the authorization redirect takes a nonce from the caller, and asks for it in the token', async () => {
		place.google.nextPerson = { sub: 'n-1', email: 'nonce@skerry.example', email_verified: true }
		const address = await place.authorizationUrl('&nonce=mine')
		expect(new URL(address).searchParams.get('nonce')).toBe('mine')
		const { url } = await place.followCallback(await place.google.signIn(address))
		expect((await place.userOf(url)).email).toBe('nonce@skerry.example')
	})

	it('the authorization redirect keeps each sign-in apart, and no secret leaves the server', async () => {
		const [one, two] = await Promise.all([place.authorizationUrl(), place.authorizationUrl()])
		for (const name of ['state', 'nonce', 'code_challenge'])
			expect(new URL(one).searchParams.get(name)).not.toBe(new URL(two).searchParams.get(name))
		const [row] = await asOwner<{ provider_verifier: string }>(
			place.app.database,
			'select provider_verifier from auth.flow_state where id = $1',
			[new URL(one).searchParams.get('state')],
		)
		expect(one).not.toContain(row?.provider_verifier)
	})

	it.each([
		['facebook', 'Unsupported provider: provider is not enabled'],
		['github', 'Unsupported provider: provider is not enabled'],
		['apple', 'Unsupported provider: provider is not enabled'],
		['tokens', 'Unsupported provider: missing OAuth secret'],
		['pigeon', 'Unsupported provider: Provider pigeon could not be found'],
		['email', 'Unsupported provider: Provider email could not be found'],
		['__proto__', 'Unsupported provider: Provider __proto__ could not be found'],
		['', 'Unsupported provider: Provider  could not be found'],
	])('the authorization redirect refuses the provider "%s" in JSON', async (provider, message) => {
		expect(errorParts(await place.open(`/authorize?provider=${provider}`))).toEqual([400, 'validation_failed', message])
	})

	it('the authorization redirect refuses half a challenge, a bad one, and an unknown method', async () => {
		const good = 'x'.repeat(43)
		for (const [query, message] of [
			[`code_challenge=${good}`, 'PKCE flow requires code_challenge_method and code_challenge'],
			['code_challenge_method=s256', 'PKCE flow requires code_challenge_method and code_challenge'],
			['code_challenge=short&code_challenge_method=s256', 'code challenge has to be between 43 and 128 characters'],
			[`code_challenge=${good}&code_challenge_method=md5`, 'Invalid code_challenge_method'],
		])
			expect(errorParts(await place.open(`/authorize?provider=google&${query}`))).toEqual([
				400,
				'validation_failed',
				message,
			])
	})

	it('the authorization redirect says so when the provider cannot be reached, and recovers with it', async () => {
		const { status, body } = await place.open('/authorize?provider=gone')
		expect([status, body.code, body.message]).toEqual([500, 'unexpected_failure', 'The provider cannot be reached'])
	})

	it('the authorization redirect works for Google and Apple while they are unreachable from the server', async () => {
		const silent = () => Promise.reject(new Error('no route'))
		const google = await discoverIssuer('https://accounts.google.com', 1, silent)
		expect(google.authorization_endpoint).toBe('https://accounts.google.com/o/oauth2/v2/auth')
		const apple = await discoverIssuer('https://appleid.apple.com', 1, silent)
		expect(apple.authorization_endpoint).toBe('https://appleid.apple.com/auth/authorize')
		await expect(discoverIssuer('https://issuer.example', 1, silent)).rejects.toThrow('no route')
		const answered = await discoverIssuer('https://accounts.google.com', 1, async () => apple)
		expect(answered).toBe(apple)
	})

	it('the authorization redirect lists the providers that a sign-in can begin with, and no others', async () => {
		const { body } = await callAuth(place.app, 'GET', '/settings')
		expect(body.external).toMatchObject({ google: true, gone: true, github: false, apple: false })
		expect(body.external).not.toHaveProperty('tokens')
		const config = await place.app.fetch(`${place.app.url}/config.json`)
		expect(await config.json()).toMatchObject({ providers: { google: true, tokens: false } })
	})
})
