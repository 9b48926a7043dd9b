import type { Claims, Db } from '#platform/pg/db.ts'
import type { ImportAnalysis, ImportFile, ImportPreviewRow, ImportProblem } from '#shared/import/import-api.ts'
import { columnsOf, type ImportPlan } from './plan-import.ts'
import { previewOf } from './rows/preview-row.ts'
import type { RowRules } from './rows/row-types.ts'
import { createSummary } from './rows/summarise.ts'
import { type SortedRow, sortRows } from './sort-rows.ts'
import { listSources } from './sources/find-source.ts'
import type { Table } from './table/table.ts'

const previewRows = 10

type Subject = {
	db: Db
	claims: Claims
	space: string
	table: Table
	plan: ImportPlan
	rules: RowRules
	fileName: string | null
	file: ImportFile
}

/** Checks every row of a file as the import would, and stores nothing. */
export async function analyse({
	db,
	claims,
	space,
	table,
	plan,
	rules,
	fileName,
	file,
}: Subject): Promise<ImportAnalysis> {
	const { survey, mapping } = plan
	const counts = { rows: survey.rows, new: 0, duplicate: 0, refused: 0, left_out: 0, replies: 0, erased: 0 }
	const problems = new Map<ImportProblem, ImportAnalysis['problems'][number]>()
	const stayOut = (problem: ImportProblem, row: number, reason: string) => {
		const known = problems.get(problem)
		if (known) known.rows++
		else problems.set(problem, { problem, rows: 1, row, reason })
	}
	const preview: ImportPreviewRow[] = []
	const summary = createSummary()
	const { batches, settle } = sortRows(db, claims, space, table, rules)
	for await (const batch of batches) {
		for (const sorted of batch) {
			summary.add(sorted)
			if (preview.length < previewRows) preview.push(previewOf(sorted, rules))
			countRow(sorted)
		}
	}
	for (const settled of settle()) {
		if (settled.to !== null) {
			counts.replies++
			const answered = preview.find(({ row, outcome }) => row === settled.to && outcome === 'new')
			if (answered && answered.reply === null)
				Object.assign(answered, { reply: settled.body, replied_at: settled.at ?? answered.submitted_at })
			continue
		}
		const outcome = settled.isHere ? 'duplicate' : 'left_out'
		const problem = settled.isHere ? 'here' : 'answers_nothing'
		counts[outcome]++
		stayOut(problem, settled.row, settled.reason)
		const shown = preview.find(({ row }) => row === settled.row)
		if (shown) Object.assign(shown, { outcome, problem, reason: settled.reason })
	}

	function countRow(sorted: SortedRow): void {
		// Counted when it is settled.
		if (sorted.outcome === 'reply') return
		if (sorted.outcome === 'new') {
			counts.new++
			if (sorted.imported.reply) counts.replies++
			return
		}
		const { row, problem, reason } = sorted.outcome === 'duplicate' ? sorted.duplicate : sorted.out
		// Erased people are counted apart from what was hidden there.
		counts[problem === 'erased' ? 'erased' : sorted.outcome]++
		stayOut(problem, row, reason)
	}

	return {
		file_name: fileName,
		file,
		source: plan.source,
		source_name: plan.sourceName,
		is_known: plan.known !== undefined,
		sources: listSources(),
		headings_language: plan.headingsLanguage,
		columns: columnsOf(plan),
		mapping,
		is_date_order_certain: plan.isDateOrderCertain,
		counts,
		problems: [...problems.values()].sort((a, b) => b.rows - a.rows),
		...summary.end(),
		preview,
	}
}
