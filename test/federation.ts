import { createTestApp, type TestApp } from './app.ts'
import { callAuth, type WireAnswer } from './auth-wire.ts'
import type { TestDatabase } from './database.ts'
import {
	client,
	type IdentityProvider,
	type Person,
	startIdentityProvider,
} from './identity-provider.ts'
import { lastMailTo } from './outbox.ts'

/** An app that people sign in to by "google", and that provider. */
export type Federation = {
	app: TestApp
	google: IdentityProvider
	/** A browser's request to auth/v1: without a key, redirects not followed. */
	open(path: string, headers?: Record<string, string>): Promise<WireAnswer>
	/** Begins a visit. @returns the provider's page */
	begin(query?: string): Promise<string>
	/** Comes back by an address that begins with the callback's. @returns where the person goes on */
	comeBack(address: string, headers?: Record<string, string>): Promise<{ status: number; url: URL }>
	/** The whole way there and back, with tokens in the fragment of the address. */
	signIn(person: Person, query?: string): Promise<URL>
	/** The user whose tokens an address carries. */
	// biome-ignore lint/suspicious/noExplicitAny: a wire answer under test
	userOf(url: URL): Promise<any>
	/** Registers by mail, and follows the link in it if `confirm` says so. */
	register(email: string, confirm: boolean): Promise<void>
	byPassword(email: string): ReturnType<ReturnType<TestApp['client']>['auth']['signInWithPassword']>
	close(): Promise<void>
}

export const password = 'five days of paddling'

export async function openFederation(
	env: Record<string, string> = {},
	shared?: TestDatabase,
): Promise<Federation> {
	const google = await startIdentityProvider()
	const app = await createTestApp(
		{
			MAIL_AUTOCONFIRM: 'off',
			MANUAL_LINKING: 'on',
			GOOGLE_CLIENT_ID: client.id,
			GOOGLE_CLIENT_SECRET: client.secret,
			OAUTH_GOOGLE_ISSUER: google.issuer,
			...env,
		},
		shared,
	)
	const open = (path: string, headers: Record<string, string> = {}) =>
		callAuth(app, 'GET', path, { headers: { apikey: '', ...headers } })
	const self: Federation = {
		app,
		google,
		open,
		begin: async (query = '') =>
			(await open(`/authorize?provider=google${query}`)).headers.get('location') ?? '',
		async comeBack(address, headers) {
			const answer = await open(address.slice(address.indexOf('/callback')), headers)
			return { status: answer.status, url: new URL(answer.headers.get('location') ?? '') }
		},
		async signIn(person, query) {
			google.next = person
			return (await self.comeBack(await google.visit(await self.begin(query)))).url
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

/** What an address says went wrong. */
export function errorOf({ searchParams }: URL): Record<string, string> {
	return Object.fromEntries(searchParams)
}
