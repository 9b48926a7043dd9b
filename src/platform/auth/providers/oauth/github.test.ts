import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GithubResponses, startGithubServer } from '#test/fakes/github-server.ts'
import { clientCredentials } from '#test/fakes/openid-provider.ts'
import { errorOf, type FederationApp, fragmentOf, openFederationApp } from '#test/support/auth/federation-app.ts'

describe('sign-in by GitHub', () => {
	let place: FederationApp
	let github: Awaited<ReturnType<typeof startGithubServer>>
	beforeAll(async () => {
		github = await startGithubServer()
		place = await openFederationApp({
			OAUTH_GITHUB_CLIENT_ID: clientCredentials.id,
			OAUTH_GITHUB_CLIENT_SECRET: clientCredentials.secret,
			OAUTH_GITHUB_ISSUER: `${github.address}/`,
		})
	})
	afterAll(async () => {
		await place.close()
		await github.close()
	})

	const begin = async (query = '') =>
		(await place.open(`/authorize?provider=github${query}`)).headers.get('location') ?? ''
	async function signIn(sub: string, told: GithubResponses) {
		github.meet({ sub }, told)
		return (await place.followCallback(await github.signIn(await begin()))).url
	}
	const user = {
		id: 583231,
		login: 'isla',
		name: 'Isla Marsh',
		avatar_url: 'https://avatars.example/583231',
		email: null,
		company: 'Skerry',
	}
	const address = (email: string, primary: boolean, verified: boolean) => ({
		email,
		primary,
		verified,
		visibility: null,
	})

	it('sign-in by GitHub asks for addresses, without OpenID, and with a challenge of its own', async () => {
		const url = new URL(await begin('&scopes=read:org&allow_signup=false'))
		expect(url.origin + url.pathname).toBe(`${github.issuer}/authorize`)
		expect(Object.fromEntries(url.searchParams)).toEqual({
			client_id: clientCredentials.id,
			redirect_uri: `${place.app.url}/auth/v1/callback`,
			response_type: 'code',
			scope: 'user:email read:org',
			state: expect.any(String),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
			allow_signup: 'false',
		})
	})

	it('sign-in by GitHub takes the primary address, if GitHub saw it proven', async () => {
		const url = await signIn('one', {
			user,
			emails: [address('old@skerry.example', false, true), address('Isla@Skerry.example', true, true)],
		})
		expect(fragmentOf(url).get('provider_token')).toMatch(/^.{20,}$/)
		expect(await place.userOf(url)).toMatchObject({
			email: 'isla@skerry.example',
			app_metadata: { provider: 'github', providers: ['github'] },
			user_metadata: {
				iss: `${github.address}/api/v3`,
				sub: '583231',
				provider_id: '583231',
				email: 'isla@skerry.example',
				email_verified: true,
				phone_verified: false,
				name: 'Isla Marsh',
				full_name: 'Isla Marsh',
				preferred_username: 'isla',
				user_name: 'isla',
				avatar_url: 'https://avatars.example/583231',
			},
			identities: [{ provider: 'github', id: '583231' }],
		})
	})

	it('sign-in by GitHub joins no account by another address than the primary one', async () => {
		await place.register('second@skerry.example', true)
		const url = await signIn('two', {
			user: { ...user, id: 2 },
			emails: [address('second@skerry.example', false, true), address('first@skerry.example', true, true)],
		})
		expect((await place.userOf(url)).email).toBe('first@skerry.example')
	})

	it('sign-in by GitHub asks for proof of a primary address that GitHub did not see proven', async () => {
		const url = await signIn('three', {
			user: { ...user, id: 3 },
			emails: [address('three@skerry.example', true, false)],
		})
		expect(errorOf(url)).toMatchObject({
			error_code: 'provider_email_needs_verification',
			error_description: 'Unverified email with github. A confirmation email has been sent to your github email',
		})
	})

	it('sign-in by GitHub takes a person without a name', async () => {
		const url = await signIn('four', {
			user: { id: 4, login: 'quiet', name: null, avatar_url: null },
			emails: [address('four@skerry.example', true, true)],
		})
		expect((await place.userOf(url)).user_metadata).not.toHaveProperty('name')
	})

	it.each<[string, GithubResponses, string]>([
		['no address', { user: { ...user, id: 5 }, emails: [] }, 'Error getting user email from external provider'],
		[
			'an answer that is none',
			{ user: { message: 'Not Found' }, emails: [] },
			'Error getting user profile from external provider',
		],
		['a refusal', { user, emails: [], status: 403 }, 'Error getting user profile from external provider'],
	])('sign-in by GitHub lets nobody in on %s', async (name, told, description) => {
		expect(errorOf(await signIn(name, told))).toEqual({
			error: 'server_error',
			error_code: 'unexpected_failure',
			error_description: description,
		})
	})

	it('sign-in by GitHub does not change a code that GitHub never gave', async () => {
		const state = new URL(await begin()).searchParams.get('state')
		const { url } = await place.followCallback(`/callback?state=${state}&code=never-given`)
		expect(errorOf(url).error_description).toBe('Unable to exchange external code: neve')
	})
})
