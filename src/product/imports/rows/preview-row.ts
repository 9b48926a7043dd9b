import type { SortedRow } from '#product/imports/sort-rows.ts'
import { parseStars } from '#product/imports/values/parse-stars.ts'
import type { ImportPreviewRow, ImportTarget } from '#shared/import/import-api.ts'
import type { RowRules } from './row-types.ts'

/** A row as it would be stored; one that stays out as it can be read. */
export function previewOf(sorted: SortedRow, { mapping }: Pick<RowRules, 'mapping'>): ImportPreviewRow {
	const cell = (target: ImportTarget, most: number) =>
		mapping.columns
			.flatMap((column, at) => (column === target ? [sorted.cells[at] ?? ''] : []))
			.join(' ')
			.slice(0, most)
	const date = cell('submitted_at', 60)
	const nothing = { problem: null, heading: null, reason: null, reply: null, replied_at: null, state: null }
	if (sorted.outcome === 'reply') {
		const { row, line, name, body: text, at } = sorted.answer
		const shown = { name, headline: null, text, rating: null, submitted_at: at, date }
		return { ...nothing, row, line, outcome: 'reply', ...shown }
	}
	if (sorted.outcome === 'refused' || sorted.outcome === 'left_out') {
		const { row, line, outcome, problem, heading, reason, name, body } = sorted.out
		// An erased person is named nowhere.
		const isErased = problem === 'erased'
		const shown = {
			name: isErased ? '' : name,
			headline: isErased ? null : cell('headline', 200) || null,
			text: isErased ? '' : body,
			rating: ratingOf(sorted.cells, mapping),
			submitted_at: null,
			date,
		}
		return { ...nothing, row, line, outcome, problem, heading, reason, ...shown }
	}
	const { row, line, name, headline, body, rating, at, reply, spam_state, status } = sorted.imported
	const shown = {
		...nothing,
		row,
		line,
		name,
		headline,
		text: body,
		rating,
		submitted_at: at,
		date,
		reply: reply?.body ?? null,
		replied_at: reply ? (reply.at ?? at) : null,
		state: spam_state === 'spam' ? ('spam' as const) : status === 'archived' ? ('archived' as const) : null,
	}
	if (sorted.outcome === 'new') return { ...shown, outcome: 'new' }
	const { problem, reason } = sorted.duplicate
	return { ...shown, outcome: 'duplicate', problem, reason }
}

/** The stars of a row that stays out for another reason. */
function ratingOf(cells: readonly string[], { columns, scale, half_stars: half }: RowRules['mapping']): number | null {
	const parsed = parseStars(cells[columns.indexOf('rating')] ?? '', { scale, half })
	return 'stars' in parsed ? parsed.stars : null
}
