import type { Deps } from '#platform/deps.ts'
import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'
import { invalid } from './errors.ts'
import { authServiceRole } from './service-role.ts'

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

/**
 * Reads a page of rows and makes the headers of its answer.
 * @param path below the prefix of the wire
 * @param count selects `total`
 */
export async function readRows<Row extends object>(
	{ config, db }: Pick<Deps, 'config' | 'db'>,
	path: string,
	page: Page,
	count: Query,
	select: Query,
): Promise<{ rows: Row[]; headers: AnswerHeaders }> {
	const [[counted], rows] = await db.as(
		authServiceRole,
		(tx) => Promise.all([tx.query<{ total: string | number }>(count), tx.final<Row>(select)]),
		{ readOnly: true },
	)
	return { rows, headers: pageHeaders(`${config.SITE_URL}/auth/v1${path}`, page, Number(counted?.total ?? 0)) }
}

/** X-Total-Count and Link. The official client reads the first number after the first "=", so `page` comes first. */
function pageHeaders(address: string, page: Page, total: number): AnswerHeaders {
	const last = Math.max(1, Math.ceil(total / page.size))
	const to = (number: number, rel: string) => `<${address}?page=${number}&per_page=${page.size}>; rel="${rel}"`
	const next = page.number < last ? [to(page.number + 1, 'next')] : []
	return { 'x-total-count': String(total), link: [...next, to(last, 'last')].join(', ') }
}

function readNumber(name: string, text: string | undefined, fallback: number): number {
	if (!text) return fallback
	if (!/^[1-9]\d{0,8}$/.test(text))
		throw invalid(`Bad Pagination Parameters: ${name} must be a whole number from 1 on, not "${text}"`)
	return Number(text)
}
