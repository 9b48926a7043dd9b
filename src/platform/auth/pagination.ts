import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { invalid } from './errors.ts'

/** Offset pagination as the query requests it. */
export type Page = { number: number; size: number; offset: number }

const defaultSize = 50
const maxSize = 1000

/**
 * Reads `page` and `per_page`. As in Supabase Auth, empty counts as absent and page 0 as the first.
 * @throws AuthError 400 validation_failed
 */
export function readPage(x: Exchange): Page {
	const page = x.query('page')
	const number = readNumber('page', page === '0' ? '1' : page, 1)
	const size = Math.min(maxSize, readNumber('per_page', x.query('per_page'), defaultSize))
	return { number, size, offset: (number - 1) * size }
}

/** X-Total-Count and Link. The official client reads the first number after the first "=", so `page` comes first. */
export function pageHeaders(address: string, page: Page, total: number): AnswerHeaders {
	const last = Math.max(1, Math.ceil(total / page.size))
	const to = (number: number, rel: string) => `<${address}?page=${number}&per_page=${page.size}>; rel="${rel}"`
	const next = page.number < last ? [to(page.number + 1, 'next')] : []
	return { 'x-total-count': String(total), link: [...next, to(last, 'last')].join(', ') }
}

function readNumber(name: string, given: string | undefined, fallback: number): number {
	if (!given) return fallback
	if (!/^[1-9]\d{0,8}$/.test(given))
		throw invalid(`Bad Pagination Parameters: ${name} must be a whole number from 1 on, not "${given}"`)
	return Number(given)
}
