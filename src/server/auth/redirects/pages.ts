import type { Context } from 'hono'
import { invalid } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'

/** A page of a list, as the query names it. */
export type Page = { number: number; size: number; offset: number }

const defaultSize = 50
const maxSize = 1000

/** Reads `page` and `per_page`; empty counts as absent, and page 0 is the first one, as with the reference server. @throws AuthError 400 validation_failed */
export function readPage(c: Context<Env>): Page {
	const page = c.req.query('page')
	const number = readNumber('page', page === '0' ? '1' : page, 1)
	const size = Math.min(maxSize, readNumber('per_page', c.req.query('per_page'), defaultSize))
	return { number, size, offset: (number - 1) * size }
}

/** Tells the client how long the list is and where it goes on. It reads the first number after the first "=". */
export function setPageHeaders(c: Context<Env>, address: string, page: Page, total: number): void {
	const last = Math.max(1, Math.ceil(total / page.size))
	const to = (number: number, rel: string) =>
		`<${address}?page=${number}&per_page=${page.size}>; rel="${rel}"`
	const next = page.number < last ? [to(page.number + 1, 'next')] : []
	c.header('X-Total-Count', String(total))
	c.header('Link', [...next, to(last, 'last')].join(', '))
}

function readNumber(name: string, given: string | undefined, fallback: number): number {
	if (!given) return fallback
	if (!/^[1-9]\d{0,8}$/.test(given))
		throw invalid(
			`Bad Pagination Parameters: ${name} must be a whole number from 1 on, not "${given}"`,
		)
	return Number(given)
}
