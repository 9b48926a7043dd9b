import { answerPrefix } from '#shared/form-post.ts'
import { readText } from './sent-text.ts'

/** What is wrong, in words, by field. */
export type Problems = Record<string, string>

/** Without a prototype: a field may be called anything, `__proto__` too. */
export function noProblems(): Problems {
	return Object.create(null)
}

/** Reads one text and words what is wrong with it. */
export function text(
	field: string,
	value: unknown,
	problems: Problems,
	rule: { most: number; least?: number; lines?: boolean; empty?: string },
): string {
	const read = readText(value, rule)
	if ('text' in read) return read.text
	const label = field.startsWith(answerPrefix) ? 'This answer' : 'This'
	problems[field] = {
		wrong_type: `${label} must be text.`,
		control: `${label} contains characters that cannot be shown, such as control characters.`,
		empty: rule.empty ?? 'Write something here.',
		too_long: `Shorten this to ${rule.most} characters.`,
	}[read.problem]
	return ''
}

/** Names every field that nobody asked for. */
export function refuseUnknown(
	given: Record<string, unknown>,
	names: ReadonlySet<string>,
	prefix: string,
	problems: Problems,
): void {
	for (const name of Object.keys(given))
		if (!names.has(name)) problems[prefix + name.slice(0, 60)] = 'There is no such field.'
}

/** The value as an object with fields, or null. */
export function asObject(value: unknown): Record<string, unknown> | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: null
}
