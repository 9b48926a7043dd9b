import {
	clientCredentials,
	type OpenIdProvider,
	type Person,
	startOpenIdProvider,
} from '#test/fakes/openid-provider.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestDatabase } from '#test/support/test-database.ts'
import { type AuthResponse, callAuth } from './auth-requests.ts'

/** An app with sign-in by "google", and that provider. */
export type FederationApp = {
	app: TestApp
	google: OpenIdProvider
	/** A browser's request to auth/v1: without a key, redirects not followed. */
	open(path: string, headers?: Record<string, string>): Promise<AuthResponse>
	/**
	 * Starts a sign-in.
	 * @returns the URL of the provider's page
	 */
	authorizationUrl(query?: string): Promise<string>
	/**
	 * Requests the callback.
	 * @returns the URL that the user is redirected to
	 */
	followCallback(address: string, headers?: Record<string, string>): Promise<{ status: number; url: URL }>
	/** The complete sign-in, with tokens in the fragment of the returned URL. */
	signIn(person: Person, query?: string): Promise<URL>
	/** The user of the tokens in a URL. */
	// biome-ignore lint/suspicious/noExplicitAny: a wire answer under test
	userOf(url: URL): Promise<any>
	/** Signs up by mail, and opens its link if `confirm` is set. */
	register(email: string, confirm: boolean): Promise<void>
	byPassword(email: string): ReturnType<ReturnType<TestApp['client']>['auth']['signInWithPassword']>
	close(): Promise<void>
}

export const password = 'five days of paddling'

export async function openFederationApp(
	env: Record<string, string> = {},
	shared?: TestDatabase,
): Promise<FederationApp> {
	const google = await startOpenIdProvider()
	const app = await createTestApp(
		{
			MAIL_AUTOCONFIRM: 'off',
			MANUAL_LINKING: 'on',
			GOOGLE_CLIENT_ID: clientCredentials.id,
			GOOGLE_CLIENT_SECRET: clientCredentials.secret,
			OAUTH_GOOGLE_ISSUER: google.issuer,
			...env,
		},
		shared,
	)
	const open = (path: string, headers: Record<string, string> = {}) =>
		callAuth(app, 'GET', path, { headers: { apikey: '', ...headers } })
	const self: FederationApp = {
		app,
		google,
		open,
		authorizationUrl: async (query = '') =>
			(await open(`/authorize?provider=google${query}`)).headers.get('location') ?? '',
		async followCallback(address, headers) {
			const answer = await open(address.slice(address.indexOf('/callback')), headers)
			return { status: answer.status, url: new URL(answer.headers.get('location') ?? '') }
		},
		async signIn(person, query) {
			google.nextPerson = person
			return (await self.followCallback(await google.signIn(await self.authorizationUrl(query)))).url
		},
		async userOf(url) {
			const bearer = fragmentOf(url).get('access_token') ?? ''
			return (await callAuth(app, 'GET', '/user', { bearer })).body
		},
		async register(email, confirm) {
			await callAuth(app, 'POST', '/signup', { body: { email, password } })
			if (!confirm) return
			const { tokenHash } = await lastMailTo(app, email)
			await callAuth(app, 'POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
		},
		byPassword: (email) => app.client().auth.signInWithPassword({ email, password }),
		async close() {
			await app.close()
			await google.close()
		},
	}
	return self
}

export function fragmentOf(url: URL): URLSearchParams {
	return new URLSearchParams(url.hash.slice(1))
}

/** The error in a URL. */
export function errorOf({ searchParams }: URL): Record<string, string> {
	return Object.fromEntries(searchParams)
}
