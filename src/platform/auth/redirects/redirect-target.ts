import type { Exchange } from '#platform/http/routing/exchange.ts'

/** Selects the redirect target of a flow: the first allowed one of the request, else the site. */
export type RedirectTargets = {
	/** @param fromBody `redirect_to` of a body or form */
	resolve(x: Exchange, fromBody?: string): string
	isAllowed(target: string): boolean
}

type Entry = { whole: RegExp; authority: RegExp | undefined }

/** A host name or an IPv6 address, with an optional port and without credentials. */
const webAuthority = /^(?:[a-z0-9](?:[a-z0-9-]|\.(?=[a-z0-9]))*|\[[0-9a-f:.]+\])(?::\d+)?$/i

/** Builds the redirect rules of one installation: its own site, loopback addresses and the allow list. */
export function createRedirectTargets(siteUrl: string, allowList: readonly string[]): RedirectTargets {
	const site = new URL(siteUrl)
	const entries = allowList.map(compileEntry)

	const isListed = (target: string): boolean => {
		const [withoutFragment = ''] = target.split('#')
		const authority = authorityOf(target) ?? ''
		return entries.some(
			(entry) => entry.whole.test(withoutFragment) && (!entry.authority || entry.authority.test(authority)),
		)
	}

	const isAllowed = (target: string): boolean => {
		// Browsers read a backslash as a slash and drop tabs and newlines, so such an address is misleading.
		if (target.length > 4096 || /[\s\\\p{Cc}\p{Cf}]/u.test(target) || !target.isWellFormed()) return false
		// The scheme of an app may contain characters that URL parsers reject; it can be listed.
		if (!URL.canParse(target)) return !/^https?:/i.test(target) && isListed(target)
		const url = new URL(target)
		if (url.protocol !== 'http:' && url.protocol !== 'https:') return isListed(target)
		const authority = authorityOf(target)
		if (!authority || !webAuthority.test(authority)) return false
		const host = authority.replace(/:\d+$/, '').toLowerCase()
		// A host that the parser rewrites (0x7f.1, a trailing number) disguises another one.
		if (host !== url.hostname) return false
		if (isSameSite(url, site)) return true
		if (/^[\d.]+$/.test(host) || host.startsWith('[')) return isLoopbackAddress(host)
		return isListed(target)
	}

	return {
		isAllowed,
		resolve(x, fromBody) {
			const named = [x.header('redirect_to'), x.query('redirect_to'), fromBody, x.header('referer')]
			return named.find((target) => target && isAllowed(target)) ?? siteUrl
		},
	}
}

function authorityOf(target: string): string | undefined {
	return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1]
}

/** The authority is matched separately, so that a wildcard in a host name cannot match "evil?". */
function compileEntry(pattern: string): Entry {
	const authority = /^https?:\/\/([^/]*)/i.exec(pattern)?.[1]
	return {
		whole: compileGlob(pattern),
		authority: authority === undefined ? undefined : compileGlob(authority),
	}
}

/**
 * Compiles an entry of the redirect allow list: `*` and `?` stop at "." and "/", `**` does not, `[..]` and `{a,b}`
 * work, other characters match themselves.
 */
function compileGlob(pattern: string): RegExp {
	let source = ''
	let depth = 0
	for (let i = 0; i < pattern.length; i++) {
		const char = pattern.charAt(i)
		if (char === '*' && pattern[i + 1] === '*') {
			source += '.*'
			i++
		} else if (char === '*') source += '[^./]*'
		else if (char === '?') source += '[^./]'
		else if (char === '[' && pattern.indexOf(']', i + 2) > 0) {
			const end = pattern.indexOf(']', i + 2)
			source += `[${pattern
				.slice(i + 1, end)
				.replace(/^!/, '^')
				.replace(/[\\[\]]/g, '\\$&')}]`
			i = end
		} else if (char === '{') {
			source += '(?:'
			depth++
		} else if (char === '}' && depth > 0) {
			source += ')'
			depth--
		} else if (char === ',' && depth > 0) source += '|'
		else source += char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
	}
	return new RegExp(`^${source}${')'.repeat(depth)}$`, 's')
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
