/** A query: text with numbered parameters, their values, and a name if it may be prepared. */
export type Query = { text: string; values: readonly unknown[]; name?: string }

/**
 * Bounds for texts shaped by callers: a prepared statement costs every backend thirty times its length, for as long
 * as it lives.
 */
const maxPreparedLength = 8_192
const maxPreparedTotal = 1_048_576

const names = new Map<string, string>()
let preparedTotal = 0

/** Stable prepared-statement name for a text of the program, whose number is limited. */
function nameOf(text: string): string {
	const known = names.get(text)
	if (known) return known
	const name = `p${names.size + 1}`
	names.set(text, name)
	return name
}

/**
 * Prepared-statement name for a text that a caller shaped, or nothing once the bounds are reached. Varied requests
 * must not fill the memory of every backend.
 */
function statementName(text: string): string | undefined {
	if (names.has(text)) return nameOf(text)
	if (text.length > maxPreparedLength || preparedTotal + text.length > maxPreparedTotal) return undefined
	preparedTotal += text.length
	return nameOf(text)
}

/** Builds a Query from a template: every `${value}` becomes a bind parameter, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Query {
	let text = strings[0] ?? ''
	for (let i = 1; i < strings.length; i++) text += `$${i}${strings[i]}`
	return { text, values, name: nameOf(text) }
}

/** A Query whose text a compiler assembled from catalogue identifiers and parameter numbers. */
export function prepared(text: string, values: readonly unknown[]): Query {
	const name = statementName(text)
	return name ? { text, values, name } : { text, values }
}
