import type { Exchange } from '#platform/http/routing/exchange.ts'

/**
 * The recipient's language as in Accept-Language: their `locale` metadata, else the header of the request. The mailer
 * selects an available language.
 */
export function readLocale(x: Exchange, metadata: Record<string, unknown> | undefined): string | undefined {
	const preferred = metadata?.locale
	if (typeof preferred === 'string' && /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/.test(preferred)) return preferred
	return x.header('accept-language')?.slice(0, 500)
}
