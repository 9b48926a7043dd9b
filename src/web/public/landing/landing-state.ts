export type Theme = 'auto' | 'light' | 'dark'

/**
 * The app's /auth URL for a callback that arrived at the site's root, with the same query and fragment. Null for an
 * ordinary visit.
 */
export function callbackTarget(search: string, hash: string): string | null {
	const query = new URLSearchParams(search)
	const fragment = new URLSearchParams(hash.slice(1))
	const returns = ['code', 'error', 'access_token', 'error_description', 'error_code']
	return returns.some((name) => query.has(name) || fragment.has(name)) ? `/auth${search}${hash}` : null
}

/** True when these storage keys include a session of the official client. */
export function hasSession(keys: string[]): boolean {
	return keys.some((key) => /^sb-.+-auth-token$/.test(key))
}

export function parseTheme(value: string | null): Theme {
	return value === 'light' || value === 'dark' ? value : 'auto'
}
