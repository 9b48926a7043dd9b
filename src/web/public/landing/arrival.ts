export type Theme = 'auto' | 'light' | 'dark'

/**
 * Where a callback that landed on the site's root goes on: the app's /auth with the very same query and fragment.
 * Null for an ordinary visit.
 */
export function callbackTarget(search: string, hash: string): string | null {
	const query = new URLSearchParams(search)
	const fragment = new URLSearchParams(hash.slice(1))
	const returns = ['code', 'error', 'access_token', 'error_description', 'error_code']
	return returns.some((name) => query.has(name) || fragment.has(name))
		? `/auth${search}${hash}`
		: null
}

/** Whether the official client keeps a session among these storage keys. */
export function hasSession(keys: string[]): boolean {
	return keys.some((key) => /^sb-.+-auth-token$/.test(key))
}

export function nextTheme(value: string | null): Theme {
	return value === 'light' || value === 'dark' ? value : 'auto'
}
