import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isUuid } from '#platform/uuid.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { BulkSummary } from '#shared/bulk-api.ts'
import { parseBulk, parseSummary } from './parse-bulk.ts'
import { bulkSummary, endBulk, startBulk, undoBulk } from './queries.ts'

type Started = { id: string; count: number }

/** Bytes of the body of `POST bulk`: its ids. */
export const bulkRequestBytes = 256 * 1024

const noStore = { 'cache-control': 'no-store' }

/** POST /functions/v1/bulk `{space_id, filter, action, value?}`: 202 `{id, count}` once the job is queued; count is 0 when nothing matches. */
export function postBulk({ db, identify }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const asked = parseBulk(body)
		const [row] = await db
			.as(claims, (tx) => tx.final<{ started: Started }>(startBulk(asked)), { shardKey: asked.spaceId })
			.catch((error) => {
				throw toAppError(error)
			})
		return json(row?.started, 202, noStore)
	}
}

/** POST /functions/v1/bulk-summary `{space_id, filter}`: 200 with what the filter matches; changes nothing. */
export function postBulkSummary({ db, identify }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const { spaceId, filter } = parseSummary(body)
		const query = bulkSummary(spaceId, filter)
		const [row] = await db
			.as(claims, (tx) => tx.final<{ summary: BulkSummary }>(query), { readOnly: true, shardKey: spaceId })
			.catch((error) => {
				throw toAppError(error)
			})
		return json(row?.summary, 200, noStore)
	}
}

/** POST /functions/v1/bulk/{id}/undo: 202 `{id, count}`, also when it is undone already; 409 `undo_expired` after ten minutes. */
export function postBulkUndo({ db, identify }: Deps): Handler {
	return async (x) => {
		const { claims } = await identify(x)
		const id = x.param('id')
		const rows = isUuid(id)
			? await db
					.as(claims, (tx) => tx.final<{ undone: Started | null }>(undoBulk(id)))
					.catch((error) => {
						if (error?.code === '55000') throw new AppError(409, 'undo_expired', error.message)
						throw toAppError(error)
					})
			: []
		const undone = rows[0]?.undone
		if (!undone) throw new AppError(404, 'not_found', 'There is no such bulk action.')
		return json(undone, 202, noStore)
	}
}

/** POST /functions/v1/bulk/{id}/stop: 202 `{id, count}`; what was changed stays, the rest is not touched. Nothing happens to one that has ended. */
export function postBulkStop({ db, identify }: Deps): Handler {
	return async (x) => {
		const { claims } = await identify(x)
		const id = x.param('id')
		const rows = isUuid(id)
			? await db
					.as(claims, (tx) => tx.final<{ ended: Started | null }>(endBulk(id)))
					.catch((error) => {
						throw toAppError(error)
					})
			: []
		const ended = rows[0]?.ended
		if (!ended) throw new AppError(404, 'not_found', 'There is no such bulk action.')
		return json(ended, 202, noStore)
	}
}

function toAppError(error: unknown): unknown {
	const { code, message = '' } = error as { code?: string; message?: string }
	if (code === '42501') return new AppError(403, 'forbidden', message)
	if (code === 'P0002') return new AppError(404, 'not_found', message)
	if (code === '22023') return invalid({ value: message })
	if (code === '55006') return new AppError(409, 'conflict', message)
	if (code === '55000') return new AppError(503, 'unavailable', message, { headers: { 'retry-after': '60' } })
	return error
}
