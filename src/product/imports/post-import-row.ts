import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { readQuery, runQuery } from '#product/run-query.ts'
import type { ImportRowBody } from '#shared/import/import-api.ts'
import { createRowCheck } from './check-row.ts'
import { rowRules } from './plan-import.ts'
import { type ClaimedImport, importToMend, mendImportRow } from './queries.ts'
import { createMemory } from './rows/memory.ts'
import { sayingOf } from './rows/repeats.ts'
import { erasedReason, formatDay, keyOf } from './sort-rows.ts'

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
		const [{ about = null } = {}] = await readQuery<Row>(db, claims, importToMend(id, row))
		if (!about) throw new AppError(404, 'not_found', 'There is no such row to mend.')
		const rules = rowRules(config, { ...about, headings: about.columns }, about.locale, Date.now())
		const checked = createRowCheck(rules)({ row, line: null, cells })
		if (checked.kind === 'out') throw invalid({ [checked.out.heading ?? 'row']: checked.out.reason })
		if (checked.kind === 'answer') throw invalid({ row: 'A row that answers another one is added with its file only.' })
		const { imported } = checked
		const memory = createMemory(db, claims, about.space_id, rules)
		const [found] = await memory.find([checked])
		if (found?.isErased) throw invalid({ row: erasedReason })
		const key = keyOf(imported)
		const known = await memory.load(new Set([key]))
		const here = found?.here ?? known.find(key, sayingOf(imported.at, imported.email))
		if (here) throw new AppError(409, 'conflict', `These words are already here, since ${formatDay(here.since)}.`)
		const added = { id: randomUUID(), ...imported }
		const [outcome] = await runQuery<{ is_added: boolean }>(db, claims, mendImportRow(id, added), {
			shardKey: about.space_id,
		})
		if (!outcome?.is_added) throw new AppError(409, 'conflict', 'This row was added already.')
		return privateJson({ id: added.id }, 201)
	}
}
