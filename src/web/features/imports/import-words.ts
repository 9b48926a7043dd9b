import {
	type ImportAnalysis,
	type ImportFile,
	type ImportMapping,
	type ImportTarget,
	importTargets,
} from '#shared/import/import-api.ts'
import type { ImportRow } from '#shared/rows.ts'
import { formatCount, formatNumber, languageName } from '#web/lib/format/format.ts'

/** The targets of a column by name. */
export const targetLabels: Record<ImportTarget, string> = {
	text: 'Words',
	labelled: 'Part of the words',
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
	photo: 'Pictures, addresses',
	status: 'State',
	reply: 'Your public reply',
	replied_at: 'Date of the reply',
	verified: 'Verified there',
	id: 'Id in the source',
	parent: 'Id that the row answers',
	none: 'Leave out',
}

const authorTargets: ImportTarget[] = ['name', 'email', 'title', 'company', 'url', 'avatar', 'verified']
const replyTargets: ImportTarget[] = ['reply', 'replied_at', 'parent', 'id']

/** The same in the groups of the list. */
export const targetGroups: { label: string; targets: ImportTarget[] }[] = [
	{
		label: 'Testimonial',
		targets: importTargets.filter(
			(target) => target !== 'none' && !authorTargets.includes(target) && !replyTargets.includes(target),
		),
	},
	{ label: 'Author', targets: authorTargets },
	{ label: 'Replies and rows', targets: replyTargets },
]

export const delimiterLabels: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' }

const formatLabels: Record<ImportFile['format'], string> = {
	csv: 'CSV file',
	json: 'JSON file',
	xlsx: 'Excel workbook',
	ods: 'OpenDocument workbook',
	html: 'HTML table',
	xml: 'XML file',
	yaml: 'YAML file',
}

export const formatLabel = (format: ImportFile['format']): string => formatLabels[format]

/** The beginning of the screen: the number of rows and where they come from. */
export function analysisTitle({
	counts,
	is_known: isKnown,
	source_name: name,
	file_name: file,
}: ImportAnalysis): string {
	return isKnown
		? `${formatCount(counts.rows, 'review')} from ${name}`
		: `${formatCount(counts.rows, 'row')} in ${file ?? 'what you pasted'}`
}

/** A sentence on how the source was recognised. */
export function analysisAbout(analysis: ImportAnalysis, isChosen: boolean, questions: number): string {
	const { is_known: isKnown, source_name: name, headings_language: language, file } = analysis
	const open =
		questions === 0
			? ''
			: questions === 1
				? '; one column is for you to name'
				: `; ${questions} columns are for you to name`
	if (isChosen)
		return `Read as ${isKnown ? name : formatLabel(file.format)}, as you chose${open}. Nothing is written yet.`
	if (isKnown) return `Known by its headings${open}. Nothing is written yet.`
	const named = language && language !== 'en' ? ` with ${languageName(language, 'en')} headings` : ''
	const article = /^[AEO]/.test(formatLabel(file.format)) ? 'An' : 'A'
	return `${article} ${formatLabel(file.format)}${named}. Its columns are a guess from headings and values${open}. Nothing is written yet.`
}

export const dateOrders: Record<ImportMapping['date_order'], string> = {
	dmy: 'Day, month, year',
	mdy: 'Month, day, year',
	ymd: 'Year, month, day',
}

/** The best ratings of a file, by name. */
export const scales: [ImportMapping['scale'], string][] = [
	[5, 'Best is 5'],
	[10, 'Best is 10'],
	[100, 'Best is 100'],
]

const formerSources: Record<string, string> = {
	csv: 'CSV',
	json: 'JSON',
	senja: 'Senja',
	testimonial_to: 'Testimonial.to',
	trustpilot: 'Trustpilot',
	google: 'Google',
	plaudit: 'Plaudit',
}

/** The source of an import as people know it; those of before a summary was kept have a name here. */
export const sourceName = ({ summary, source }: Pick<ImportRow, 'summary' | 'source'>): string =>
	summary?.source_name ?? formerSources[source] ?? source.replaceAll('_', ' ')

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
