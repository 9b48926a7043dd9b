import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { ImportRowBody } from '#shared/import/import-api.ts'
import { createRowCheck, isRefused } from './check-row.ts'
import { rowRules } from './plan-import.ts'
import { type ClaimedImport, importToMend, mendImportRow } from './queries.ts'
import { findKnown, formatDay } from './sort-rows.ts'
import { wordsKey } from './words-key.ts'

const shape = z.strictObject({
	import_id: z.uuid(),
	row: z.int().positive(),
	cells: z.array(z.string()).max(10_000),
}) satisfies z.ZodType<ImportRowBody>

/**
 * POST /functions/v1/import-row `{import_id, row, cells}`: adds a row that was refused, as a member mended it. 201 `{id}`; 422 with the
 * reason under the heading of the column when it still cannot be added.
 */
export function postImportRow({ config, db, identify }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const parsed = shape.safeParse(body)
		if (!parsed.success)
			throw invalid({ [String(parsed.error.issues[0]?.path[0] ?? 'row')]: 'Send import_id, row and cells.' })
		const { import_id: id, row, cells } = parsed.data
		type Row = { about: (ClaimedImport & { space_id: string }) | null }
		const [found] = await db.as(claims, (tx) => tx.final<Row>(importToMend(id, row)), { readOnly: true })
		const about = found?.about
		if (!about) throw new AppError(404, 'not_found', 'There is no such row to mend.')
		const rules = rowRules(config, { ...about, headings: about.columns }, about.locale, Date.now())
		const checked = createRowCheck(rules)({ row, line: null, cells })
		if (isRefused(checked)) throw invalid({ [checked.heading ?? 'row']: checked.reason })
		const key = wordsKey(checked.name, checked.headline, checked.body)
		const known = (await findKnown(db, claims, about.space_id, new Map([[key, row]]))).get(key)
		if (known) throw new AppError(409, 'conflict', `These words are already here, since ${formatDay(known.since)}.`)
		const added = { id: randomUUID(), ...checked }
		const [outcome] = await db.as(claims, (tx) => tx.final<{ is_added: boolean }>(mendImportRow(id, added)), {
			shardKey: about.space_id,
		})
		if (!outcome?.is_added) throw new AppError(409, 'conflict', 'This row was added already.')
		return json({ id: added.id }, 201, { 'cache-control': 'no-store' })
	}
}
