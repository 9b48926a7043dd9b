import type { Exchange } from '#platform/http/routing/exchange.ts'

/** The first cookie of a name, as RFC 6265 §4.2.1 writes it. */
export function readCookie(x: Exchange, wanted: string): string | undefined {
	for (const pair of (x.header('cookie') ?? '').split(';')) {
		const [name = '', value = ''] = pair.split('=', 2)
		if (name.trim() === wanted) return value.trim().replace(/^"(.*)"$/, '$1')
	}
	return undefined
}
