import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { compileGlob } from './glob.ts'

/** Chooses where a flow may return to: the first allowed of what the request names, else the site itself. */
export type RedirectTargets = {
	/** @param fromBody a `redirect_to` that came in a body or form */
	choose(c: Context<Env>, fromBody?: string): string
	isAllowed(target: string): boolean
}

type Entry = { whole: RegExp; authority: RegExp | undefined }

/** A name of letters, digits, dots and hyphens, or an IPv6 address; perhaps a port; nobody's credentials. */
const webAuthority = /^(?:[a-z0-9](?:[a-z0-9-]|\.(?=[a-z0-9]))*|\[[0-9a-f:.]+\])(?::\d+)?$/i

/** Builds the rules of auth.md §1.6 for one installation. */
export function createRedirectTargets(
	siteUrl: string,
	allowList: readonly string[],
): RedirectTargets {
	const site = new URL(siteUrl)
	const entries = allowList.map(compileEntry)

	const isListed = (target: string): boolean => {
		const [withoutFragment = ''] = target.split('#')
		const authority = authorityOf(target) ?? ''
		return entries.some(
			(entry) =>
				entry.whole.test(withoutFragment) && (!entry.authority || entry.authority.test(authority)),
		)
	}

	const isAllowed = (target: string): boolean => {
		// Browsers read a backslash as a slash and drop tabs and newlines: such an address is never honest.
		if (target.length > 4096 || /[\s\\\p{Cc}\p{Cf}]/u.test(target) || !target.isWellFormed())
			return false
		// The schemes of some apps have characters that no standard knows; they may be listed all the same.
		if (!URL.canParse(target)) return !/^https?:/i.test(target) && isListed(target)
		const url = new URL(target)
		if (url.protocol !== 'http:' && url.protocol !== 'https:') return isListed(target)
		const authority = authorityOf(target)
		if (!authority || !webAuthority.test(authority)) return false
		const host = authority.replace(/:\d+$/, '').toLowerCase()
		// A host that the parser reads as another one (0x7f.1, a trailing number) is a disguise.
		if (host !== url.hostname) return false
		if (isSameSite(url, site)) return true
		if (/^[\d.]+$/.test(host) || host.startsWith('[')) return isLoopbackAddress(host)
		return isListed(target)
	}

	return {
		isAllowed,
		choose(c, fromBody) {
			const named = [
				c.req.header('redirect_to'),
				c.req.query('redirect_to'),
				fromBody,
				c.req.header('referer'),
			]
			return named.find((target) => target && isAllowed(target)) ?? siteUrl
		},
	}
}

function authorityOf(target: string): string | undefined {
	return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1]
}

/** The authority is matched on its own too, so that a wildcard in a host name cannot swallow "evil?". */
function compileEntry(pattern: string): Entry {
	const authority = /^https?:\/\/([^/]*)/i.exec(pattern)?.[1]
	return {
		whole: compileGlob(pattern),
		authority: authority === undefined ? undefined : compileGlob(authority),
	}
}

function isSameSite(url: URL, site: URL): boolean {
	if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
	return url.port === site.port || isLoopbackName(site.hostname)
}

function isLoopbackName(host: string): boolean {
	return host === 'localhost' || isLoopbackAddress(host)
}

function isLoopbackAddress(host: string): boolean {
	return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === '[::1]'
}
