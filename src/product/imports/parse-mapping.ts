import { z } from 'zod'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { invalid } from '#product/http/errors.ts'
import { type ImportMapping, type ImportTarget, importTargets } from '#shared/import/import-api.ts'
import { maxBytesInServer } from '#shared/parser-limits.ts'
import { parseLanguage } from './values/parse-language.ts'

const target = z.enum(importTargets)
const shape = z
	.strictObject({
		columns: z.union([z.array(target), z.record(z.string(), target)]),
		date_order: z.enum(['dmy', 'mdy', 'ymd']),
		scale: z.literal([5, 10, 100]),
		consent: z.enum(['private', 'public']),
		status: z.enum(['pending', 'approved', 'file']),
		form_id: z.uuid().nullable(),
		locale: z
			.string()
			.transform((text, context) => {
				const tag = parseLanguage(text)
				if (tag !== undefined) return tag
				context.addIssue('not a language')
				return z.NEVER
			})
			.nullable(),
	})
	.partial()
export type GivenMapping = z.output<typeof shape>

const messages: Record<keyof GivenMapping, string> = {
	columns: `Say for each column one of ${importTargets.join(', ')}.`,
	date_order: 'Say dmy, mdy or ymd.',
	scale: 'Say 5, 10 or 100.',
	consent: 'Say private or public.',
	status: 'Say pending, approved or file.',
	form_id: 'This is not the id of a form.',
	locale: 'Name a language, such as en or pt-BR.',
}

/** The field `mapping` of the form post; an empty one leaves everything to be guessed. @throws AppError 422 */
export function parseMapping(text: string): GivenMapping {
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
	const known = typeof name === 'string' && name in messages ? messages[name as keyof GivenMapping] : undefined
	throw invalid({ [known ? `mapping.${String(name)}` : 'mapping']: known ?? 'There is no such field.' })
}

/** Columns that were named by position or by heading, over those that were guessed. @throws AppError 422 */
export function chooseColumns(
	given: GivenMapping['columns'],
	headings: readonly string[],
	guessed: readonly ImportTarget[],
): ImportMapping['columns'] {
	if (given === undefined) return [...guessed]
	if (!Array.isArray(given)) {
		const unknown = Object.keys(given).find((heading) => !headings.includes(heading))
		if (unknown !== undefined) throw invalid({ 'mapping.columns': `There is no column “${unknown.slice(0, 60)}”.` })
		return headings.map((heading) => given[heading] ?? 'none')
	}
	if (given.length !== headings.length)
		throw invalid({ 'mapping.columns': `The file has ${headings.length} columns, and ${given.length} were named.` })
	return given
}
