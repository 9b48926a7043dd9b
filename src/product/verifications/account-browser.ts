import { randomBytes } from 'node:crypto'
import { readCookie } from '#platform/http/request/read-cookie.ts'
import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'

/** Lifetime of a statement about an account, and of the cookie that it is bound to. */
export const accountSeconds = 3600

/**
 * Binds a statement about an account to the browser: an address with the statement of one person must not mark the words of
 * another who opens it. Only who signs in gets the cookie.
 */
export function bindAccountBrowser(x: Exchange, siteUrl: string): { hash: string; headers: AnswerHeaders } {
	const known = readCookie(x, cookieName(siteUrl))
	const token = known && looksLikeToken(known) ? known : randomBytes(32).toString('base64url')
	const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
	const pair = `${cookieName(siteUrl)}=${token}`
	const cookie = `${pair}; Max-Age=${accountSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
	return { hash: hash(token), headers: { 'set-cookie': cookie } }
}

/** The hash that statements for this browser carry; null without the cookie. */
export function accountBrowserOf(x: Exchange, siteUrl: string): string | null {
	const token = readCookie(x, cookieName(siteUrl))
	return token === undefined ? null : hash(token)
}

/** The prefix prevents other hosts of the domain from setting the cookie. */
function cookieName(siteUrl: string): string {
	return siteUrl.startsWith('https:') ? '__Host-plaudit-account' : 'plaudit-account'
}

function hash(token: string): string {
	return hashToken(token).toString('base64url')
}
