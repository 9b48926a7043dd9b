/** A session that a link carries in the fragment of the page's URL. */
export type LinkSession = {
	userId: string | undefined
	/** The address or number of its account, as its token says. */
	account: string | undefined
}

const needed = ['access_token', 'refresh_token', 'expires_in', 'token_type']
const errors = ['error', 'error_code', 'error_description']

/**
 * The session that the official client would take from a URL; undefined for an ordinary URL, an error or an incomplete session, about
 * which the client itself throws. As in the client, a parameter of the query replaces that of the fragment.
 */
export function readLinkSession({ search, hash }: Pick<Location, 'search' | 'hash'>): LinkSession | undefined {
	const fragment = new URLSearchParams(hash.replace(/^#/, ''))
	const query = new URLSearchParams(search)
	const value = (name: string) => query.get(name) ?? fragment.get(name)
	if (!fragment.has('access_token') || errors.some(value) || !needed.every(value)) return undefined
	const { sub, email, phone } = readClaims(value('access_token') ?? '')
	return { userId: text(sub), account: text(email) ?? text(phone) }
}

/** The id of the user of a stored session; null when one is stored that cannot be read, undefined without one. */
export function storedUserId(storage: Pick<Storage, 'getItem' | 'key' | 'length'>): string | null | undefined {
	const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
	const key = keys.find((name) => /^sb-.+-auth-token$/.test(name))
	if (key === undefined) return undefined
	try {
		return text(JSON.parse(storage.getItem(key) ?? '').user?.id) ?? null
	} catch {
		return null
	}
}

/** The claims of a token, not verified: the server does that before the client stores anything. */
function readClaims(token: string): Record<string, unknown> {
	try {
		const bytes = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
		const json = new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))
		return Object(JSON.parse(json))
	} catch {
		return {}
	}
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
