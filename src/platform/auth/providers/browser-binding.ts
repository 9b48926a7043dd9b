import { randomBytes } from 'node:crypto'
import { readCookie } from '#platform/http/request/read-cookie.ts'
import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'

const cookieLifetimeSeconds = 600

/**
 * Sets a cookie that ties a flow to the browser that starts it: otherwise a callback URL sent to a victim would sign
 * them in as the sender, or link their identity to the sender's account.
 * @returns the hash that the flow stores, and the header for the answer
 */
export function bindBrowser(x: Exchange, siteUrl: string): { hash: Buffer; headers: AnswerHeaders } {
	const known = readCookie(x, cookieName(siteUrl))
	const token = known && looksLikeToken(known) ? known : randomBytes(32).toString('base64url')
	// Apple returns by a cross-site form post, which carries only cookies with SameSite=None.
	const scope = siteUrl.startsWith('https:') ? 'Secure; SameSite=None' : 'SameSite=Lax'
	const pair = `${cookieName(siteUrl)}=${token}`
	const cookie = `${pair}; Max-Age=${cookieLifetimeSeconds}; Path=/; HttpOnly; ${scope}`
	return { hash: hashToken(token), headers: { 'set-cookie': cookie } }
}

/**
 * True when a callback comes from the browser that started the flow. Only browsers send Sec-Fetch-Mode, always over
 * TLS and on localhost; other clients hold the state themselves.
 */
export function isSameBrowser(x: Exchange, siteUrl: string, expectedHash: Buffer): boolean {
	if (x.header('sec-fetch-mode') !== 'navigate') return true
	return hasFlowCookie(x, siteUrl, expectedHash)
}

/** The same for a flow that only browsers start: the cookie is required of every client. */
export function hasFlowCookie(x: Exchange, siteUrl: string, expectedHash: Buffer): boolean {
	const token = readCookie(x, cookieName(siteUrl))
	return token !== undefined && hashToken(token).equals(expectedHash)
}

/** The prefix prevents other hosts of the domain from setting the cookie. */
function cookieName(siteUrl: string): string {
	return siteUrl.startsWith('https:') ? '__Host-sb-flow' : 'sb-flow'
}
