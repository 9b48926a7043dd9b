import type { ImportAnalysis, ImportMapping, ImportSource, ImportTarget } from '#shared/import/import-api.ts'
import type { ImportRow } from '#shared/rows.ts'
import { formatCount, formatNumber, languageName } from '#web/lib/format/format.ts'

/** The targets of a column, in the order of the list. */
export const targetLabels: Record<ImportTarget, string> = {
	text: 'Words',
	headline: 'Title',
	name: 'Name',
	rating: 'Stars',
	submitted_at: 'Date',
	email: 'E-mail, never published',
	title: 'Job title',
	company: 'Company',
	url: 'Their website',
	source_url: 'Link to the original',
	language: 'Language',
	tags: 'Tags',
	avatar: 'Portrait, an address',
	photo: 'Picture, an address',
	status: 'Status',
	none: 'Leave out',
}

export const sourceNames: Record<ImportSource, string> = {
	csv: 'CSV',
	json: 'JSON',
	senja: 'Senja',
	testimonial_to: 'Testimonial.to',
	trustpilot: 'Trustpilot',
	google: 'Google',
	plaudit: 'Plaudit',
}

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** Rows, columns, encoding and separator of a file, in one line. */
export function describeFile({ counts, columns, encoding, delimiter }: ImportAnalysis): string {
	const parts = [formatCount(counts.rows, 'row'), formatCount(columns.length, 'column'), encoding]
	return [...parts, delimiter === null ? 'JSON' : `separated by ${delimiterNames[delimiter] ?? delimiter}`].join(', ')
}

/** The recognised source, as a name and a sentence. */
export function describeSource({ source, headings_language: language, delimiter }: ImportAnalysis): [string, string] {
	if (source === 'plaudit') return ['An export of Plaudit.', 'Its columns are known.']
	if (source !== 'csv' && source !== 'json')
		return [
			`An export of ${sourceNames[source]}.`,
			'Its columns are known. Look through them once, in case it has changed.',
		]
	const format = delimiter === null ? 'A JSON file' : 'A CSV file'
	const named = language && language !== 'en' ? ` with ${languageName(language, 'en')} headings` : ''
	return [
		`${format}${named}.`,
		'Not an export that Plaudit knows, so the columns below are a guess from their names and values. Look through them once.',
	]
}

export const dateOrders: Record<ImportMapping['date_order'], string> = {
	dmy: 'Day, month, year, as in 14.03.2025',
	mdy: 'Month, day, year, as in 03/14/2025',
	ymd: 'Year, month, day, as in 2025-03-14',
}

/** The result or the progress of an import, in one line. */
export function describeImport(item: ImportRow): string {
	const { state, added, row_count: rows, removed } = item
	if (state === 'undone') return `Undone: ${formatCount(removed, 'testimonial')} deleted`
	if (state === 'undoing') return `Being undone: ${formatNumber(removed)} of ${formatNumber(added)} deleted`
	if (state === 'failed') return `Stopped after ${formatNumber(item.done)} of ${formatCount(rows, 'row')}`
	if (state === 'queued') return 'Waits to begin'
	return `${formatNumber(added)} of ${formatCount(rows, 'row')}`
}

/** The name of a file, or of rows without one. */
export const importName = ({ file_name: name }: Pick<ImportRow, 'file_name'>): string => name ?? 'Pasted rows'
