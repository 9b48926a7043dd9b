import type { OpenIdProvider, Person } from '#test/fakes/openid-provider.ts'
import type { FederationApp } from '#test/support/auth/federation-app.ts'

export type PageAnswer = { status: number; headers: Headers; text: string; url: URL }

/** A visitor's browser: it keeps cookies, says where its requests come from, and follows no redirect by itself. */
export function openVisitor({ app, google }: { app: FederationApp['app']; google: OpenIdProvider }) {
	const cookies = new Map<string, string>()

	async function request(path: string, init: RequestInit = {}): Promise<PageAnswer> {
		const url = new URL(path, app.url)
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin', cookie, ...init.headers }
		const answer = await app.fetch(url, { redirect: 'manual', ...init, headers })
		for (const line of answer.headers.getSetCookie()) {
			const [pair = ''] = line.split(';')
			const at = pair.indexOf('=')
			cookies.set(pair.slice(0, at), pair.slice(at + 1))
		}
		return { status: answer.status, headers: answer.headers, text: await answer.text(), url }
	}
	const self = {
		cookies,
		request,
		/** Presses the button of a provider. @returns the address of the provider's page, or the redirect back */
		async start(slug: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
			const body = new URLSearchParams({ provider: 'google', ...fields })
			const answer = await request(`/collect/${slug}/account`, { method: 'POST', body, headers })
			const refresh = answer.headers.get('refresh')
			return { answer, url: refresh?.slice('0;url='.length) ?? answer.headers.get('location') ?? '' }
		},
		/** Signs in at the provider. @returns the address of the callback */
		async comeBack(url: string, person: Person, provider = google): Promise<string> {
			provider.nextPerson = person
			return provider.signIn(url)
		},
		/** The way to the provider and back to the form. @returns the address of the form's page */
		async signIn(slug: string, person: Person, fields: Record<string, string> = {}): Promise<string> {
			const { url } = await self.start(slug, fields)
			const answer = await request(await self.comeBack(url, person))
			return answer.headers.get('location') ?? ''
		},
	}
	return self
}

/** The statement that a page put into its form. */
export function accountField(page: string): string | undefined {
	return /<input type="hidden" form="tell" name="account" value="([^"]+)"/.exec(page)?.[1]
}
