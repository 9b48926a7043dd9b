import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Query } from '#platform/pg/sql.ts'
import { isUuid } from '#platform/uuid.ts'
import { invalid, unavailable } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { readQuery, runQuery } from '#product/run-query.ts'
import type { BulkSummary } from '#shared/bulk-api.ts'
import { parseBulk, parseSummary } from './parse-bulk.ts'
import { bulkSummary, endBulk, startBulk, undoBulk } from './queries.ts'

type Started = { id: string; count: number }

/** Bytes of the body of `POST bulk`: its ids. */
export const bulkRequestBytes = 256 * 1024

/** POST /functions/v1/bulk `{space_id, filter, action, value?}`: 202 `{id, count}` once the job is queued; count is 0 when nothing matches. */
export function postBulk({ db, identify }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const request = parseBulk(body)
		const options = { shardKey: request.spaceId }
		const [row] = await runQuery<{ started: Started }>(db, claims, startBulk(request), options).catch(refuse)
		return privateJson(row?.started, 202)
	}
}

/** POST /functions/v1/bulk-summary `{space_id, filter}`: 200 with what the filter matches; changes nothing. */
export function postBulkSummary({ db, identify }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const { spaceId, filter } = parseSummary(body)
		const query = bulkSummary(spaceId, filter)
		const [row] = await readQuery<{ summary: BulkSummary }>(db, claims, query, spaceId).catch(refuse)
		return privateJson(row?.summary)
	}
}

/** POST /functions/v1/bulk/{id}/undo: 202 `{id, count}`, also when it is undone already; 409 `undo_expired` after ten minutes. */
export function postBulkUndo(deps: Deps): Handler {
	return changeBulk(deps, undoBulk, (error) => {
		const { code, message = '' } = error as { code?: string; message?: string }
		throw code === '55000' ? new AppError(409, 'undo_expired', message) : toAppError(error)
	})
}

/** POST /functions/v1/bulk/{id}/stop: 202 `{id, count}`; what was changed stays, the rest is not touched. Nothing happens to one that has ended. */
export function postBulkStop(deps: Deps): Handler {
	return changeBulk(deps, endBulk, refuse)
}

/** Answers with the bulk action of the path after a change of it, 404 where there is none. */
function changeBulk(
	{ db, identify }: Deps,
	change: (id: string) => Query,
	onError: (error: unknown) => never,
): Handler {
	return async (x) => {
		const { claims } = await identify(x)
		const id = x.param('id')
		const rows = isUuid(id) ? await runQuery<{ bulk: Started | null }>(db, claims, change(id)).catch(onError) : []
		const bulk = rows[0]?.bulk
		if (!bulk) throw new AppError(404, 'not_found', 'There is no such bulk action.')
		return privateJson(bulk, 202)
	}
}

function refuse(error: unknown): never {
	throw toAppError(error)
}

function toAppError(error: unknown): unknown {
	const { code, message = '' } = error as { code?: string; message?: string }
	if (code === '42501') return new AppError(403, 'forbidden', message)
	if (code === 'P0002') return new AppError(404, 'not_found', message)
	if (code === '22023') return invalid({ value: message })
	if (code === '55006') return new AppError(409, 'conflict', message)
	if (code === '55000') return unavailable(message, 60)
	return error
}
