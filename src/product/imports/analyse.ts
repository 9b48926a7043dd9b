import type { Claims, Db } from '#platform/pg/db.ts'
import type { ImportAnalysis, ImportMapping, ImportPreviewRow } from '#shared/import/import-api.ts'
import type { RowRules } from './check-row.ts'
import type { ImportPlan } from './plan-import.ts'
import { type SortedRow, sortRows } from './sort-rows.ts'
import type { Table } from './table/open-table.ts'
import { parseStars } from './values/parse-stars.ts'

const previewRows = 10

type Subject = {
	db: Db
	claims: Claims
	space: string
	table: Table
	plan: ImportPlan
	rules: RowRules
	fileName: string | null
}

/** Checks every row of a file as the import would, and stores nothing. */
export async function analyse({ db, claims, space, table, plan, rules, fileName }: Subject): Promise<ImportAnalysis> {
	const { headings, survey, mapping } = plan
	const counts = { rows: survey.rows, new: 0, duplicate: 0, refused: 0 }
	const preview: ImportPreviewRow[] = []
	for await (const sorted of sortRows(db, claims, space, table, rules)) {
		counts[sorted.outcome]++
		if (preview.length < previewRows) preview.push(previewOf(sorted, rules))
	}
	return {
		file_name: fileName,
		encoding: table.encoding,
		delimiter: table.delimiter,
		source: plan.source,
		headings_language: plan.headingsLanguage,
		columns: headings.map((heading, at) => ({
			heading,
			sample: survey.columns[at]?.sample ?? '',
			target: mapping.columns[at] ?? 'none',
		})),
		mapping,
		is_date_order_certain: plan.isDateOrderCertain,
		counts,
		preview,
	}
}

function previewOf(sorted: SortedRow, { mapping }: RowRules): ImportPreviewRow {
	const cell = (target: 'name' | 'headline' | 'text' | 'submitted_at') =>
		mapping.columns
			.flatMap((one, at) => (one === target ? [sorted.cells[at] ?? ''] : []))
			.join(' ')
			.slice(0, 5000)
	const date = cell('submitted_at').slice(0, 60)
	if (sorted.outcome === 'refused') {
		const { row, line, problem, heading, reason } = sorted.refused
		const shown = {
			name: cell('name').slice(0, 120),
			headline: cell('headline').slice(0, 200) || null,
			text: cell('text'),
			rating: ratingOf(sorted.cells, mapping),
			submitted_at: null,
			date,
		}
		return { row, line, outcome: 'refused', problem, heading, reason, ...shown }
	}
	const { row, line, name, headline, body, rating, at } = sorted.imported
	const shown = { name, headline, text: body, rating, submitted_at: at, date }
	if (sorted.outcome === 'new')
		return { row, line, outcome: 'new', problem: null, heading: null, reason: null, ...shown }
	const { problem, reason } = sorted.duplicate
	return { row, line, outcome: 'duplicate', problem, heading: null, reason, ...shown }
}

/** The stars of a row that is refused for another reason. */
function ratingOf(cells: readonly string[], { columns, scale }: ImportMapping): number | null {
	const parsed = parseStars(cells[columns.indexOf('rating')] ?? '', scale)
	return 'stars' in parsed ? parsed.stars : null
}
