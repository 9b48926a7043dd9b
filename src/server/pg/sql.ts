/** All that ever reaches PostgreSQL: a text with numbered parameters, their values, and a name if it may be prepared. */
export type Query = { text: string; values: readonly unknown[]; name?: string }

/** Of texts that callers shape: each costs every backend some thirty times its length, for as long as it lives. */
const longestShaped = 8_192
const mostShaped = 1_048_576

const names = new Map<string, string>()
let shaped = 0

/** A stable prepared-statement name for a text of our own: there are as many as the program has. */
function nameOf(text: string): string {
	const known = names.get(text)
	if (known) return known
	const name = `p${names.size + 1}`
	names.set(text, name)
	return name
}

/**
 * The same for a text that a caller had a hand in, or nothing once the bounds are reached: whoever varies the shape of
 * requests must not fill the memory of every backend.
 */
function statementName(text: string): string | undefined {
	if (names.has(text)) return nameOf(text)
	if (text.length > longestShaped || shaped + text.length > mostShaped) return undefined
	shaped += text.length
	return nameOf(text)
}

/** Builds a Query from a template: every `${value}` becomes a bind parameter, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Query {
	let text = strings[0] ?? ''
	for (let i = 1; i < strings.length; i++) text += `$${i}${strings[i]}`
	return { text, values, name: nameOf(text) }
}

/** A Query whose text was assembled by a compiler out of catalogue identifiers and parameter numbers. */
export function prepared(text: string, values: readonly unknown[]): Query {
	const name = statementName(text)
	return name ? { text, values, name } : { text, values }
}
