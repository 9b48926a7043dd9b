import { countCodePoints, isEmailAddress, normalizeText, parseWebUrl } from '#product/testimonials/normalize-text.ts'
import type { ImportMapping, ImportProblem, ImportSource, ImportTarget } from '#shared/import-api.ts'
import { submissionLimits as limits } from '#shared/submission-api.ts'
import type { TableRow } from './table/open-table.ts'
import { parseDate } from './values/parse-date.ts'
import { parseLanguage } from './values/parse-language.ts'
import { parseStars, short } from './values/parse-stars.ts'

/** A row that may be stored. The members are read by SQL, as JSON. */
export type ImportedRow = {
	row: number
	line: number | null
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

/** What the rows of a file are checked by. */
export type RowRules = {
	headings: readonly string[]
	mapping: ImportMapping
	source: ImportSource
	maxTextLength: number
	maxCellLength: number
	locale: string
	now: number
}

const statuses = new Map([
	['pending', 'pending'],
	['approved', 'approved'],
	['published', 'approved'],
	['true', 'approved'],
	['yes', 'approved'],
	['rejected', 'rejected'],
	['archived', 'archived'],
	['false', 'pending'],
	['no', 'pending'],
	['', 'pending'],
])
const spreadsheetGuard = /^'(?=[=+\-@\t\r])/
const bareDomain = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u

class Refusal extends Error {
	readonly problem: ImportProblem
	readonly heading: string | null
	constructor(problem: ImportProblem, heading: string | null, reason: string) {
		super(reason)
		this.problem = problem
		this.heading = heading
	}
}

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
			const joined = values(target).join(separator)
			return source === 'plaudit' ? joined.replace(spreadsheetGuard, '') : joined
		}
		const text = (target: ImportTarget, most: number, shown: string, lines = false): string => {
			const given = value(target, lines ? '\n\n' : ' ')
			const found = normalizeText(given, { most, lines })
			if ('text' in found) return found.text
			const heading = headingOf(target)
			if (found.problem === 'too_long') {
				const length = countCodePoints(given).toLocaleString('en')
				throw new Refusal(
					'too_long',
					heading,
					`${shown}: ${length} characters. The limit is ${most.toLocaleString('en')}.`,
				)
			}
			throw new Refusal('control', heading, `${shown}: it has characters that cannot be shown.`)
		}
		const address = (target: 'url' | 'source_url' | 'avatar' | 'photo'): string | null => {
			const given = text(target, limits.url, 'Address')
			if (given === '') return null
			const url = parseWebUrl(bareDomain.test(given) ? `https://${given}` : given)
			if (!url) throw new Refusal('bad_url', headingOf(target), `“${short(given)}” is not a web address.`)
			return url
		}
		const pictures = { avatar: address('avatar'), photo: address('photo') }
		const name = text('name', limits.name, 'Name')
		if (name === '') throw new Refusal('no_name', headingOf('name'), missing('name', headingOf('name')))
		const body = text('text', Math.min(maxTextLength, 5000), 'Words', true)
		if (body === '') throw new Refusal('no_words', headingOf('text'), missing('words', headingOf('text')))
		return {
			row,
			line,
			name,
			body,
			rating: readRating(value('rating')),
			title: text('title', limits.title, 'Title') || null,
			company: text('company', limits.company, 'Company') || null,
			url: address('url'),
			email: readEmail(text('email', limits.email, 'E-mail')),
			locale: readLanguage(value('language')),
			source_url: address('source_url'),
			status: readStatus(value('status')),
			at: readDate(value('submitted_at')),
			tags: readTags(value('tags', ',')),
			pictures: pictures.avatar || pictures.photo ? compact(pictures) : null,
		}
	}

	function readRating(text: string): number | null {
		const parsed = parseStars(text, mapping.scale)
		if ('stars' in parsed) return parsed.stars
		throw new Refusal('bad_rating', headingOf('rating'), parsed.reason)
	}

	function readEmail(email: string): string | null {
		if (email === '') return null
		if (!isEmailAddress(email))
			throw new Refusal('bad_email', headingOf('email'), `“${short(email)}” is not an e-mail address.`)
		return email
	}

	function readLanguage(text: string): string {
		if (text.trim() === '') return mapping.locale ?? usual
		const tag = parseLanguage(text)
		if (!tag) throw new Refusal('bad_language', headingOf('language'), `“${short(text)}” is not a language.`)
		return tag
	}

	function readStatus(text: string): string | null {
		if (mapping.status !== 'file') return mapping.status
		const status = statuses.get(text.trim().toLowerCase())
		if (!status) throw new Refusal('bad_status', headingOf('status'), `“${short(text)}” is not a status.`)
		return status
	}

	function readDate(text: string): string | null {
		if (text.trim() === '') return null
		const parsed = parseDate(text, mapping.date_order, now)
		if ('at' in parsed) return parsed.at.toISOString()
		const reason = parsed.problem === 'bad_date' ? 'is not a date' : 'lies in the future'
		throw new Refusal(parsed.problem, headingOf('submitted_at'), `“${short(text)}” ${reason}.`)
	}

	function readTags(text: string): string[] {
		const names = [
			...new Set(text.split(/[,;|]/).map((name) => name.normalize('NFC').trim().replace(/\s+/g, ' '))),
		].filter(Boolean)
		if (names.length > 20 || names.some((name) => countCodePoints(name) > 60 || /\p{Cc}/u.test(name)))
			throw new Refusal('bad_tags', headingOf('tags'), 'A row has at most 20 tags of 60 characters.')
		return names
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
