import type { Config } from '#platform/config/config.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** Surrogate key of everything that a CDN keeps. */
export const everythingKey = 'plaudit'

/** Names of the headers below. `x-accel-expires` is nginx's. */
const names = ['cdn-cache-control', 'surrogate-control', 'x-accel-expires', 'surrogate-key', 'cache-tag']

type CdnConfig = Pick<Config, 'CDN_PURGE_URL' | 'CDN_SECONDS'>

/**
 * Headers for a CDN alone: how long it keeps a public answer, and the surrogate keys by which it is purged. Browsers go by
 * `Cache-Control`, as without a CDN.
 * @returns no headers without CDN_PURGE_URL, or for an answer that is not public
 */
export function cdnHeaders(
	{ CDN_PURGE_URL, CDN_SECONDS }: CdnConfig,
	cacheControl: string,
	keys: readonly string[],
): Record<string, string> {
	if (!CDN_PURGE_URL || !cacheControl.startsWith('public')) return {}
	const all = [...keys, everythingKey]
	return {
		'cdn-cache-control': `max-age=${CDN_SECONDS}`,
		'surrogate-control': `max-age=${CDN_SECONDS}`,
		'x-accel-expires': String(CDN_SECONDS),
		'surrogate-key': all.join(' '),
		'cache-tag': all.join(','),
	}
}

/** Surrogate key of the page at `/`, whatever it shows. */
export const landingKey = 'landing'

/** Adds the key of `/` to an answer that a CDN keeps. @param headers names and values in turn, or by name */
export function withLandingKey(headers: Answer['headers']): Answer['headers'] {
	if (!Array.isArray(headers)) return headers
	const separators: Record<string, string> = { 'surrogate-key': ' ', 'cache-tag': ',' }
	return headers.map((value, at) => {
		const separator = at % 2 === 1 && separators[headers[at - 1] ?? '']
		return separator ? `${landingKey}${separator}${value}` : value
	})
}

/** True when a shared cache in front must not store the answer, although it is the same for everybody. */
export function hasCredentials({ headers }: Pick<Exchange, 'headers'>): boolean {
	return headers.cookie !== undefined || headers.authorization !== undefined
}

/**
 * Takes an answer away from shared caches; browsers keep it as before. Headers without surrogate keys stay as they are.
 * @param headers names and values in turn
 */
export function withoutCdn(headers: readonly string[]): string[] {
	if (!headers.includes('surrogate-key')) return [...headers]
	const kept: string[] = []
	for (let at = 0; at < headers.length; at += 2) {
		const [name = '', value = ''] = headers.slice(at, at + 2)
		if (names.includes(name)) continue
		kept.push(name, name === 'cache-control' ? value.replace('public', 'private') : value)
	}
	return kept
}
