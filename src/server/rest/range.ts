import { badRange } from './problem.ts'
import type { Level } from './query-tree.ts'

/**
 * Narrows the root level by a `Range` header; with `limit` and `offset` given too, both must hold.
 * @throws RestProblem PGRST103
 */
export function applyRangeHeader(level: Level, header: string | null): void {
	const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
	if (from === undefined) return
	const first = Number(from)
	const last = to ? Number(to) : Number.POSITIVE_INFINITY
	if (last < first)
		throw badRange(
			'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
		)
	const start = Math.max(level.offset ?? 0, first)
	const end = Math.min((level.offset ?? 0) + (level.limit ?? Number.POSITIVE_INFINITY), last + 1)
	level.offset = start
	if (end !== Number.POSITIVE_INFINITY) level.limit = Math.max(end - start, 0)
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
