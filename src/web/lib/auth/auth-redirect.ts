import { readSessionValue, writeSessionValue } from '#web/lib/storage/session-storage.ts'

/** The sign-in URL for a signed-out person who requested `path`; it returns there after sign-in. */
export function signInPath(path: string): string {
	return `/auth?redirect=${encodeURIComponent(path)}`
}

/** The redirect target after sign-in. Only paths of this origin; anything else becomes /dashboard. */
export function safeRedirect(wanted: string | null, origin: string): string {
	const fallback = '/dashboard'
	if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return fallback
	const url = new URL(wanted, origin)
	if (url.origin !== origin || url.pathname.startsWith('//')) return fallback
	if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return fallback
	return url.pathname + url.search + url.hash
}

/** The path of a URL on this origin; other URLs are returned unchanged, for `safeRedirect` to refuse. */
export function pathOnOrigin(url: string, origin: string): string {
	return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

const storageKey = 'plaudit-auth-wanted'

/** Stores the path to return to after the sign-in of this tab; for paths that no URL may contain, and callbacks that carry none. */
export function storeRedirect(path: string | null): void {
	writeSessionValue(storageKey, path)
}

/** The stored path, to be checked by `safeRedirect`. */
export function storedRedirect(): string | null {
	return readSessionValue<string>(storageKey)
}

/** The URL to which a mailed link returns: mails open in another tab, which has no stored path. */
export function mailReturnUrl(): string {
	const { origin } = window.location
	const stored = storedRedirect()
	return origin + (stored ? safeRedirect(stored, origin) : '/')
}
