import { z } from 'zod'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { invalid } from '#product/http/errors.ts'
import { normalizeText } from '#product/testimonials/normalize-text.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import {
	type ImportMapping,
	type ImportTarget,
	importDelimiters,
	importEncodings,
	importFormats,
	importTargets,
} from '#shared/import/import-api.ts'
import { maxBytesInServer } from '#shared/parser-limits.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { parseLanguage } from './values/parse-language.ts'

const target = z.enum(importTargets)
const read = <Value>(parse: (text: string) => Value | undefined) =>
	z.string().transform((text, context) => {
		const value = parse(text)
		if (value !== undefined) return value
		context.addIssue('not readable')
		return z.NEVER
	})
const shape = z
	.strictObject({
		format: z.enum(importFormats).nullable(),
		encoding: z.enum(importEncodings).nullable(),
		delimiter: z.enum(importDelimiters).nullable(),
		heading_row: z.int().min(0).max(1000).nullable(),
		sheet: z.string().max(200).nullable(),
		source: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
		columns: z.union([z.array(target), z.record(z.string(), target)]),
		date_order: z.enum(['dmy', 'mdy', 'ymd']),
		time_zone: read(readZone),
		scale: z.literal([5, 10, 100]),
		half_stars: z.enum(['up', 'down', 'none']),
		plain_text: z.boolean(),
		unwanted: z.enum(['leave_out', 'archive']),
		replies: z.boolean(),
		stars_without_words: z.enum(['leave_out', 'take']),
		stand_in_name: read(readName).nullable(),
		stand_in_date: read(readDay).nullable(),
		base_url: read(readBase).nullable(),
		consent: z.enum(['private', 'public']),
		status: z.enum(['pending', 'approved', 'file']),
		form_id: z.uuid().nullable(),
		locale: read(parseLanguage).nullable(),
	})
	.partial()
export type ChosenMapping = z.output<typeof shape>

const messages: Record<keyof ChosenMapping, string> = {
	format: `Say one of ${importFormats.join(', ')}.`,
	encoding: `Say one of ${importEncodings.join(', ')}.`,
	delimiter: 'Say a comma, a semicolon, a tab or a bar.',
	heading_row: 'Say the row of the headings, from 1 to 1,000, or 0 for none.',
	sheet: 'Name a sheet of the workbook.',
	source: 'This source is not known.',
	columns: `Say for each column one of ${importTargets.join(', ')}.`,
	date_order: 'Say dmy, mdy or ymd.',
	time_zone: 'Name a time zone, such as Europe/Berlin or UTC.',
	scale: 'Say 5, 10 or 100.',
	half_stars: 'Say up, down or none.',
	plain_text: 'Say true or false.',
	unwanted: 'Say leave_out or archive.',
	replies: 'Say true or false.',
	stars_without_words: 'Say leave_out or take.',
	stand_in_name: 'Type a name of 1 to 120 characters, or leave it empty.',
	stand_in_date: 'Say a day as YYYY-MM-DD, from 1900 to today.',
	base_url: 'This is not an address of the web.',
	consent: 'Say private or public.',
	status: 'Say pending, approved or file.',
	form_id: 'This is not the id of a form.',
	locale: 'Name a language, such as en or pt-BR.',
}

/** The field `mapping` of the form post; an empty one leaves everything to be guessed. @throws AppError 422 */
export function parseMapping(text: string): ChosenMapping {
	if (text.trim() === '') return {}
	if (text.length > maxBytesInServer) throw invalid({ mapping: 'This is too long.' })
	let value: unknown
	try {
		value = parseShallowJson(text)
	} catch {
		throw invalid({ mapping: 'This is not valid JSON.' })
	}
	const parsed = shape.safeParse(value)
	if (parsed.success) return parsed.data
	const [name] = parsed.error.issues[0]?.path ?? []
	const known = typeof name === 'string' && name in messages ? messages[name as keyof ChosenMapping] : undefined
	throw invalid({ [known ? `mapping.${String(name)}` : 'mapping']: known ?? 'There is no such field.' })
}

/** Columns that were named by position or by heading, over those that were guessed. @throws AppError 422 */
export function chooseColumns(
	chosen: ChosenMapping['columns'],
	headings: readonly string[],
	guessed: readonly ImportTarget[],
): ImportMapping['columns'] {
	if (chosen === undefined) return [...guessed]
	if (!Array.isArray(chosen)) {
		const unknown = Object.keys(chosen).find((heading) => !headings.includes(heading))
		if (unknown !== undefined) throw invalid({ 'mapping.columns': `There is no column “${unknown.slice(0, 60)}”.` })
		return headings.map((heading) => chosen[heading] ?? 'none')
	}
	if (chosen.length !== headings.length)
		throw invalid({ 'mapping.columns': `The file has ${headings.length} columns, and ${chosen.length} were named.` })
	return chosen
}

function readZone(text: string): string | undefined {
	try {
		// An offset is no zone: it has no name that the screen could show.
		return /^[+-]/.test(text) ? undefined : new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
	} catch {
		return undefined
	}
}

function readName(text: string): string | undefined {
	const found = normalizeText(text, { most: submissionLimits.name, least: 1 })
	return 'text' in found ? found.text : undefined
}

function readDay(text: string): string | undefined {
	const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
	// A day is that of the member, who may be ahead of UTC.
	const isDay = at && at.getTime() < Date.now() + 14 * 3_600_000 && text >= '1900-01-01'
	return isDay && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

function readBase(text: string): string | undefined {
	const address = readWebAddress(text.trim())
	return 'url' in address && address.url.length <= submissionLimits.url ? address.url : undefined
}
