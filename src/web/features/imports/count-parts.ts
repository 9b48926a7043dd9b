import type { ImportCounts } from '#shared/import/import-api.ts'
import type { ImportRow } from '#shared/rows.ts'
import type { MeterPart } from '#web/ui/meter.tsx'

/** The rows of a file by what becomes of them. A row that answers another is neither new nor left out. */
export function countParts(counts: ImportCounts, words: Record<keyof typeof tones, string>): MeterPart[] {
	const { new: added, duplicate, refused, left_out: leftOut, erased } = counts
	const values = { added, answers: answerRows(counts), leftOut, duplicate, erased, refused }
	return order.map((name) => ({ tone: tones[name], value: values[name], label: words[name] }))
}

/** The rows that became replies of others; `replies` counts those in a column, too. */
export function answerRows({ rows, new: added, duplicate, refused, left_out: leftOut, erased }: ImportCounts): number {
	return Math.max(0, rows - added - duplicate - refused - leftOut - erased)
}

const order = ['added', 'answers', 'leftOut', 'duplicate', 'erased', 'refused'] as const
const tones = {
	added: 'accent',
	answers: 'warm',
	leftOut: 'soft',
	duplicate: 'quiet',
	erased: 'faint',
	refused: 'danger',
} as const

export const wordsBefore = {
	added: 'come in',
	answers: 'become replies',
	leftOut: 'left out',
	duplicate: 'here already',
	erased: 'erased here',
	refused: 'refused',
}

export const wordsAfter = {
	added: 'came in',
	answers: 'became replies',
	leftOut: 'left out',
	duplicate: 'were here',
	erased: 'erased here',
	refused: 'refused',
}

/** The counts of an import that has ended. */
export const countsOf = (item: ImportRow): ImportCounts => ({
	rows: item.done,
	new: item.added,
	duplicate: item.duplicates,
	refused: item.refused,
	left_out: item.left_out,
	replies: item.replies,
	erased: item.erased,
})
