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
