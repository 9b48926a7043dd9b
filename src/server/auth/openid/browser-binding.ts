import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '#server/deps.ts'

const lifeSeconds = 600
const pattern = /^[\w-]{43}$/

/**
 * Marks the browser that begins a visit, so that nobody else's can end it: a callback address sent to a victim would
 * sign them in as the sender, or link their identity to the sender's account.
 * @returns what the flow remembers of the mark
 */
export function markBrowser(c: Context<Env>, siteUrl: string): Buffer {
	const known = getCookie(c, nameFor(siteUrl))
	const mark = known && pattern.test(known) ? known : randomBytes(32).toString('base64url')
	const isSecure = siteUrl.startsWith('https:')
	setCookie(c, nameFor(siteUrl), mark, {
		path: '/',
		httpOnly: true,
		secure: isSecure,
		// Apple comes back by a form of its own site, and that carries no other cookie.
		sameSite: isSecure ? 'None' : 'Lax',
		maxAge: lifeSeconds,
	})
	return hash(mark)
}

/**
 * Whether a callback may come from the browser that began the visit. Only browsers name the mode of a request, and
 * always do over TLS and on this machine; programs that end a visit themselves hold its state in their own hands.
 */
export function isSameBrowser(c: Context<Env>, siteUrl: string, remembered: Buffer): boolean {
	if (c.req.header('sec-fetch-mode') !== 'navigate') return true
	const mark = getCookie(c, nameFor(siteUrl))
	return mark !== undefined && hash(mark).equals(remembered)
}

/** The prefix keeps other hosts of the same domain from setting it. */
function nameFor(siteUrl: string): string {
	return siteUrl.startsWith('https:') ? '__Host-sb-flow' : 'sb-flow'
}

function hash(mark: string): Buffer {
	return createHash('sha256').update(mark).digest()
}
