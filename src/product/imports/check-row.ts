import { countCodePoints, normalizeText } from '#product/testimonials/normalize-text.ts'
import { submissionLimits as limits } from '#shared/form/submission-api.ts'
import type { ImportMapping, ImportProblem, ImportSource, ImportTarget } from '#shared/import/import-api.ts'
import { readWebAddress } from '#shared/web-address.ts'
import type { TableRow } from './table/open-table.ts'
import { short } from './values/parse-stars.ts'
import { Refusal, readDate, readEmail, readLanguage, readRating, readStatus, readTags } from './values/read-values.ts'

/** A row that may be stored. The members are read by SQL, as JSON. */
export type ImportedRow = {
	row: number
	line: number | null
	/** The title of the testimonial; `title` is its author's. */
	headline: string | null
	body: string
	name: string
	rating: number | null
	title: string | null
	company: string | null
	url: string | null
	email: string | null
	locale: string
	source_url: string | null
	status: string | null
	/** ISO 8601; null: the moment of the import. */
	at: string | null
	tags: string[]
	pictures: Record<string, string> | null
}
/** A row that is refused. */
export type RefusedRow = {
	row: number
	line: number | null
	problem: ImportProblem
	heading: string | null
	reason: string
}

/** The rules that check the rows of a file. */
export type RowRules = {
	headings: readonly string[]
	mapping: ImportMapping
	source: ImportSource
	maxTextLength: number
	maxCellLength: number
	locale: string
	now: number
}

const spreadsheetGuard = /^'(?=[=+\-@\t\r])/

/** Columns of these are put together; of all others the first that is filled counts. */
const joinedTargets: ReadonlySet<ImportTarget> = new Set(['text', 'name', 'tags'])

/** Checks the rows of one file by the rules of the form. */
export function createRowCheck(rules: RowRules): (row: TableRow) => ImportedRow | RefusedRow {
	const { headings, mapping, source, maxTextLength, locale: usual, now } = rules
	const columns = new Map<ImportTarget, number[]>()
	for (const [at, target] of mapping.columns.entries()) columns.set(target, [...(columns.get(target) ?? []), at])
	const headingOf = (target: ImportTarget) => headings[columns.get(target)?.[0] ?? -1] ?? null

	function read({ cells, row, line }: TableRow): ImportedRow {
		const values = (target: ImportTarget) =>
			(columns.get(target) ?? []).map((at) => cells[at] ?? '').filter((cell) => cell.trim() !== '')
		const value = (target: ImportTarget, separator = ' ') => {
			const cellsOfTarget = values(target)
			const joined = joinedTargets.has(target) ? cellsOfTarget.join(separator) : (cellsOfTarget[0] ?? '')
			return source === 'plaudit' ? joined.replace(spreadsheetGuard, '') : joined
		}
		const text = (target: ImportTarget, most: number, shown: string, lines = false): string => {
			const typed = value(target, lines ? '\n\n' : ' ')
			const found = normalizeText(typed, { most, lines })
			if ('text' in found) return found.text
			const heading = headingOf(target)
			if (found.problem === 'too_long') {
				const length = countCodePoints(typed).toLocaleString('en')
				throw new Refusal(
					'too_long',
					heading,
					`${shown}: ${length} characters. The limit is ${most.toLocaleString('en')}.`,
				)
			}
			throw new Refusal('control', heading, `${shown}: it has characters that cannot be shown.`)
		}
		const address = (target: 'url' | 'source_url' | 'avatar' | 'photo'): string | null => {
			const typed = text(target, limits.url, 'Address')
			if (typed === '') return null
			const read = readWebAddress(typed)
			if ('problem' in read || countCodePoints(read.url) > limits.url)
				throw new Refusal('bad_url', headingOf(target), `“${short(typed)}” is not a web address.`)
			return read.url
		}
		const pictures = { avatar: address('avatar'), photo: address('photo') }
		const name = text('name', limits.name, 'Name')
		if (name === '') throw new Refusal('no_name', headingOf('name'), missing('name', headingOf('name')))
		const headline = text('headline', limits.headline, 'Title')
		// A title alone is all the words that there are.
		const words = text('text', Math.min(maxTextLength, 5000), 'Words', true)
		const body = words || headline
		if (body === '') throw new Refusal('no_words', headingOf('text'), missing('words', headingOf('text')))
		return {
			row,
			line,
			name,
			headline: words ? headline || null : null,
			body,
			rating: readRating(value('rating'), mapping.scale, headingOf('rating')),
			title: text('title', limits.title, 'Job title') || null,
			company: text('company', limits.company, 'Company') || null,
			url: address('url'),
			email: readEmail(text('email', limits.email, 'E-mail'), headingOf('email')),
			locale: readLanguage(value('language'), headingOf('language')) ?? mapping.locale ?? usual,
			source_url: address('source_url'),
			status: mapping.status === 'file' ? readStatus(value('status'), headingOf('status')) : mapping.status,
			at: readDate(value('submitted_at'), mapping.date_order, now, headingOf('submitted_at')),
			tags: readTags(value('tags', ','), headingOf('tags')),
			pictures: pictures.avatar || pictures.photo ? compact(pictures) : null,
		}
	}

	return (row) => {
		try {
			refuseUnreadable(row, rules)
			return read(row)
		} catch (error) {
			if (!(error instanceof Refusal)) throw error
			const { problem, heading, message } = error
			return { row: row.row, line: row.line, problem, heading, reason: message }
		}
	}
}

export function isRefused(checked: ImportedRow | RefusedRow): checked is RefusedRow {
	return 'problem' in checked
}

function refuseUnreadable({ problem, line, cells }: TableRow, { headings, maxCellLength }: RowRules): void {
	if (problem === 'unclosed_quote')
		throw new Refusal(
			problem,
			null,
			`A quotation mark in line ${line} is never closed, or stands in the middle of a cell.`,
		)
	if (problem === 'too_many_cells')
		throw new Refusal(problem, null, `This row has more than ${cells.length.toLocaleString('en')} cells.`)
	if (problem) throw new Refusal(problem, null, 'This is not an object with fields.')
	const large = cells.findIndex((cell) => cell.length > maxCellLength)
	if (large >= 0)
		throw new Refusal(
			'cell_too_large',
			headings[large] ?? null,
			`This cell has ${cells[large]?.length.toLocaleString('en')} characters.`,
		)
	if (cells.slice(headings.length).some((cell) => cell.trim() !== ''))
		throw new Refusal(
			'too_many_cells',
			null,
			`This row has ${cells.length} cells, and the headings are ${headings.length}.`,
		)
}

function missing(what: string, heading: string | null): string {
	return heading === null
		? `No ${what}: no column is chosen for it.`
		: `No ${what}. Column “${short(heading)}” is empty.`
}

function compact(pictures: Record<string, string | null>): Record<string, string> {
	return Object.fromEntries(Object.entries(pictures).filter((pair): pair is [string, string] => pair[1] !== null))
}
