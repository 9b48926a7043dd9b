import type { ImportChangeKind, ImportMapping } from '#shared/import/import-api.ts'
import { formatList, formatNumber } from '#web/lib/format/format.ts'

/** The facts that the words about changes depend on, beside their kind. */
export type ChangeContext = {
	mapping: ImportMapping
	sourceName: string
	encoding: string | null
	badRows: readonly number[]
}

/** The name of a kind of change, and a sentence about it. */
type ChangeWords = { title: string; about: (context: ChangeContext) => string }

const best = ({ mapping }: ChangeContext) => String(mapping.scale)
const zoneName = ({ mapping }: ChangeContext) => mapping.time_zone.replaceAll('_', ' ')

/** The kinds of changes in the words of a shop owner. */
export const changeWords: Record<ImportChangeKind, ChangeWords> = {
	html: {
		title: 'HTML in the words',
		about: ({ mapping }) =>
			mapping.plain_text
				? 'Tags and entities become plain text with line breaks.'
				: 'Tags and entities stay as they are.',
	},
	escapes: {
		title: 'Backslashes of a database',
		about: ({ mapping }) =>
			mapping.plain_text ? 'They become quotation marks and line breaks.' : 'They stay as they are.',
	},
	translation: {
		title: 'Words with a translation',
		about: ({ mapping }) =>
			mapping.plain_text ? 'Only what the person wrote is kept.' : 'Both stay, one after the other.',
	},
	guard: { title: 'Guards against formulas', about: () => 'The apostrophe before a formula is taken off again.' },
	zone: {
		title: 'Times of another zone',
		about: (context) => `Times that name no zone are read as those of ${zoneName(context)}.`,
	},
	day_order: {
		title: 'Order of day and month',
		about: () => 'The dates are written with numbers. Please check one of them.',
	},
	no_date: {
		title: 'Without a date',
		about: () => 'Give them one day together, if you like. A date that cannot be read stays out otherwise.',
	},
	stand_in_date: { title: 'Without a date', about: () => 'They get the day that you gave them.' },
	scale: {
		title: 'Stars of another scale',
		about: (context) => `Of ${best(context)}, converted to five and rounded to whole stars.`,
	},
	half_stars: { title: 'Half stars', about: () => 'A half cannot be kept. Down never flatters.' },
	no_name: { title: 'Without a name', about: () => 'Left out, unless you give them one name together.' },
	stand_in_name: { title: 'Without a name', about: () => 'They come in under the name that you gave them.' },
	stars_alone: {
		title: 'Stars without words',
		about: ({ mapping }) =>
			mapping.stars_without_words === 'take'
				? 'They come in with their stars as words.'
				: 'They stay out, unless you take their stars as words.',
	},
	labelled: {
		title: 'Parts of the words',
		about: () => 'Each stands below the heading of its column.',
	},
	relative_address: {
		title: 'Addresses without their beginning',
		about: () => 'Pictures are left out, unless you type the address that they begin with.',
	},
	cell_left_out: { title: 'Cells that do not fit', about: () => 'Only the cell stays out; its row comes in.' },
	unknown_state: {
		title: 'States that Plaudit does not know',
		about: () => 'These rows arrive as you choose at the end of this page.',
	},
	spam: {
		title: 'Spam there',
		about: ({ sourceName }) => `What ${sourceName} calls spam lands in Spam, where you can look through it.`,
	},
	unwanted: {
		title: 'Hidden or rejected there',
		about: ({ mapping }) =>
			mapping.unwanted === 'archive' ? 'They come in archived, and no wall shows them.' : 'They stay out.',
	},
	reply: {
		title: 'Your replies',
		about: ({ mapping }) =>
			mapping.replies ? 'Each stands below its review, in public, with its own date.' : 'They stay out.',
	},
	duplicate: {
		title: 'Already here',
		about: () => 'The same id there, or the same words, name and day. They stay out.',
	},
	erased: { title: 'People who were erased here', about: () => 'They stay erased. This cannot be switched off.' },
	bad_bytes: {
		title: 'Broken letters',
		about: ({ encoding, badRows }) =>
			`${badRows.length > 0 ? `Row ${formatList(badRows.slice(0, 5).map(formatNumber))}: ` : ''}not ${encoding ?? 'UTF-8'}. Another encoding may read them.`,
	},
}

/** The choice about a kind of change, in a few words; null when there is nothing to choose. */
export function chosenWords(kind: ImportChangeKind, mapping: Partial<ImportMapping>): string | null {
	switch (kind) {
		case 'html':
		case 'escapes':
		case 'translation':
			return mapping.plain_text === false ? 'Kept as it was' : 'Plain text, as proposed'
		case 'zone':
			return (mapping.time_zone ?? 'UTC').replaceAll('_', ' ')
		case 'day_order':
			return mapping.date_order ? dateOrderWords[mapping.date_order] : null
		case 'scale':
			return `Best is ${mapping.scale ?? 5}`
		case 'half_stars':
			return { up: 'Up', down: 'Down, as proposed', none: 'No stars' }[mapping.half_stars ?? 'down']
		case 'stars_alone':
			return mapping.stars_without_words === 'take' ? 'Taken' : 'Left out, as proposed'
		case 'unwanted':
			return mapping.unwanted === 'archive' ? 'Archived' : 'Left out, as proposed'
		case 'reply':
			return mapping.replies === false ? 'Left out' : 'Taken, as proposed'
		case 'no_name':
		case 'stand_in_name':
			return mapping.stand_in_name ? `“${mapping.stand_in_name}”` : 'Left out, as proposed'
		case 'no_date':
		case 'stand_in_date':
			return mapping.stand_in_date ?? 'The day of the import'
		case 'relative_address':
			return mapping.base_url ?? 'Left out'
		case 'guard':
		case 'cell_left_out':
		case 'duplicate':
		case 'erased':
			return 'Always'
		default:
			return null
	}
}

const dateOrderWords = { dmy: 'Day before month', mdy: 'Month before day', ymd: 'Year first' } as const
