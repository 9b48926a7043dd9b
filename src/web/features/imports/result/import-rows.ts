import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import papa from 'papaparse'
import { type ImportProblem, importProblems } from '#shared/import/import-api.ts'
import type { ImportRowRow } from '#shared/rows.ts'
import type { ListedImport } from '#web/features/imports/use-imports.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The rows of one reason, those whose pictures did not come, or those of one outcome. */
export type RowGroup = { problem: ImportProblem } | { outcome: ImportRowRow['outcome'] } | 'pictures' | 'others'

const pageSize = 50
const csvPageSize = 1000
/** The outcomes of rows that stayed out. */
const out = ['duplicate', 'left_out', 'refused'] as const

/** The rows of a group in their order, page by page. */
export function useImportRows({ space_id: space, id }: ListedImport, group: RowGroup) {
	return useInfiniteQuery({
		queryKey: [...queryKeys.importRows(space, id), group],
		initialPageParam: 0,
		queryFn: async ({ pageParam: after, signal }) =>
			loadRows(await supabase, space, id, { group, after, limit: pageSize, signal }),
		getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.row),
	})
}

const duplicateProblems: ImportProblem[] = ['twice', 'here']
const leftOutProblems: ImportProblem[] = ['unwanted', 'spam_comment', 'answers_nothing']

/** The number of rows that stayed out for each reason. Only reasons of outcomes that the import has are counted. */
export function useProblemCounts(item: ListedImport) {
	const { space_id: space, id, duplicates, refused, left_out: leftOut, erased } = item
	return useQuery({
		queryKey: [...queryKeys.importRows(space, id), 'counts', duplicates, refused, leftOut, erased],
		queryFn: async ({ signal }) => {
			const client = await supabase
			const possible = importProblems.filter((problem) => {
				if (duplicateProblems.includes(problem)) return duplicates > 0
				if (leftOutProblems.includes(problem)) return leftOut > 0
				if (problem === 'erased') return erased > 0 || leftOut > 0
				return refused > 0
			})
			const counts = await Promise.all(
				possible.map(async (problem) => ({ problem, rows: await countRows(client, space, id, problem, signal) })),
			)
			return counts.filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows)
		},
	})
}

async function countRows(
	client: Client,
	space: string,
	id: string,
	problem: ImportProblem,
	signal: AbortSignal,
): Promise<number> {
	const rows = client.from('import_rows').select('row', { count: 'exact', head: true })
	const { count, error } = await rows
		.eq('space_id', space)
		.eq('import_id', id)
		.eq('problem', problem)
		.in('outcome', [...out])
		.abortSignal(signal)
	if (error) throw error
	return count ?? 0
}

/** The rows that stayed out as CSV, with the reason of each. */
export async function writeOthers(item: ListedImport): Promise<string> {
	const client = await supabase
	const lines: string[][] = [[...item.columns, 'Row', 'Why it was left out']]
	for (let after = 0; ; ) {
		const page = await loadRows(client, item.space_id, item.id, { group: 'others', after, limit: csvPageSize })
		for (const { row, reason, cells } of page)
			lines.push([...item.columns.map((_, at) => cells?.[at] ?? ''), String(row), reason ?? ''])
		const last = page.at(-1)
		if (!last || page.length < csvPageSize) return papa.unparse(lines, { escapeFormulae: true })
		after = last.row
	}
}

type RowPage = { group: RowGroup; after: number; limit: number; signal?: AbortSignal }

/** A page of the rows behind one of them. */
async function loadRows(
	client: Client,
	space: string,
	id: string,
	{ group, after, limit, signal }: RowPage,
): Promise<ImportRowRow[]> {
	let query = client.from('import_rows').select('*').eq('space_id', space).eq('import_id', id).gt('row', after)
	if (group === 'pictures') query = query.not('links', 'is', null)
	else if (group === 'others') query = query.in('outcome', [...out])
	else if ('problem' in group) query = query.eq('problem', group.problem).in('outcome', [...out])
	else query = query.eq('outcome', group.outcome)
	if (signal) query = query.abortSignal(signal) as typeof query
	return unwrap(await query.order('row').limit(limit))
}
