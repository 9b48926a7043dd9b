import type { RestRequest } from './exchange.ts'
import { badRange } from './problem.ts'
import type { Level } from './query-tree.ts'

/** Only a GET is narrowed by the header. */
export function rangeHeader({ method, headers }: RestRequest): string | null {
	return method === 'GET' ? headers.get('range') : null
}

/**
 * Settles which rows of the root level are meant: with `limit`, `offset` and a `Range` header, what all of them mean.
 * @throws RestProblem PGRST103 where that is nothing, unless nothing is asked for
 */
export function settleRange(level: Level, header: string | null): void {
	const { limit, offset = 0 } = level
	const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
	const first = from ? Number(from) : 0
	const last = to ? Number(to) : Number.POSITIVE_INFINITY
	if (last < first)
		throw badRange(
			'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
		)
	if (limit === 0) {
		delete level.offset
		return
	}
	// An offset before the first row shortens the limit.
	const start = Math.max(offset, first)
	const end = Math.min(offset + (limit ?? Number.POSITIVE_INFINITY), last + 1)
	if (end <= start) throw badRange('Limit should be greater than or equal to zero.')
	if (start > 0) level.offset = start
	else delete level.offset
	if (end !== Number.POSITIVE_INFINITY) level.limit = end - start
}

/** `Content-Range` of a read and the status that goes with it: 416 only when a total is known. */
export function readRange(
	offset: number,
	rows: number,
	total: number | undefined,
): { status: 200 | 206 | 416; contentRange: string } {
	const known = total === undefined ? '*' : String(total)
	const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
	const contentRange = `${range}/${known}`
	if (total !== undefined && offset > total) return { status: 416, contentRange }
	return { status: total !== undefined && rows < total ? 206 : 200, contentRange }
}
