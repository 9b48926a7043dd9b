import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import { createRowCheck } from './check-row.ts'
import { targetOfHeading } from './columns/headings.ts'
import { rowRules } from './plan-import.ts'
import { type ClaimedImport, keptDuplicates, type SplitWords, splitTitle } from './queries.ts'
import type { ImportedRow } from './rows/row-types.ts'

/** Rows of one query. */
const pieceSize = 500
const first = { import: '00000000-0000-0000-0000-000000000000', row: 0 }
const cellsShape = z.array(z.string())

type KeptRow = Pick<ClaimedImport, 'columns' | 'mapping' | 'source' | 'created_at'> & {
	space_id: string
	import_id: string
	row: number
	testimonial_id: string
	cells: unknown
}

/** The title and words of a row that has both. */
export function splitOf({ headline, body }: ImportedRow): SplitWords | undefined {
	return headline === null ? undefined : { headline, words: body }
}

/**
 * Handles the job that the migration 0070 queues: it sets titles apart that earlier imports joined to the words, for testimonials whose row of
 * a file is kept, which are those that a later import repeated within 30 days.
 */
export function registerSplitJob({ config, db, longJobs }: Pick<Deps, 'config' | 'db' | 'longJobs'>): void {
	function readRow(row: KeptRow): SplitWords | undefined {
		const cells = cellsShape.safeParse(row.cells)
		const columns = row.mapping.columns.map((target, at) => apart(target, row.columns[at] ?? ''))
		if (!cells.success || !columns.includes('headline')) return undefined
		const about = { ...row, headings: row.columns, mapping: { ...row.mapping, columns } }
		const check = createRowCheck(rowRules(config, about, 'en', Date.parse(row.created_at)))
		const checked = check({ row: row.row, line: null, cells: cells.data })
		return checked.kind === 'imported' ? splitOf(checked.imported) : undefined
	}

	longJobs.handle('split_titles', async (_, { signal }) => {
		for (let after: typeof first | null = first; after !== null; ) {
			const query = keptDuplicates(after, pieceSize)
			const rows: KeptRow[] = await readQuery<KeptRow>(db, service, query)
			for (const row of rows) {
				const split = readRow(row)
				if (split)
					await runQuery(db, service, splitTitle(row.space_id, row.testimonial_id, split), {
						shardKey: row.space_id,
					})
				signal.throwIfAborted()
			}
			const last = rows.at(-1)
			after = last && rows.length === pieceSize ? { import: last.import_id, row: last.row } : null
		}
	})
}

/** The title of a file whose columns were joined, by its heading. */
function apart(target: ImportTarget, heading: string): ImportTarget {
	return target === 'text' && targetOfHeading(heading) === 'headline' ? 'headline' : target
}
