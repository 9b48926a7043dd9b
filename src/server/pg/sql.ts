/** All that ever reaches PostgreSQL: a text with numbered parameters, their values, and a name if it may be prepared. */
export type Query = { text: string; values: readonly unknown[]; name?: string }

const maxPreparedStatements = 2000
const names = new Map<string, string>()

/**
 * A stable prepared-statement name for a text, or nothing once the bound is reached.
 * The bound keeps a caller who varies the shape of requests from filling every backend's memory.
 */
export function statementName(text: string): string | undefined {
	const known = names.get(text)
	if (known || names.size >= maxPreparedStatements) return known
	const name = `p${names.size + 1}`
	names.set(text, name)
	return name
}

/** Builds a Query from a template: every `${value}` becomes a bind parameter, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Query {
	let text = strings[0] ?? ''
	for (let i = 1; i < strings.length; i++) text += `$${i}${strings[i]}`
	return prepared(text, values)
}

/** A Query whose text was assembled by a compiler out of catalogue identifiers and parameter numbers. */
export function prepared(text: string, values: readonly unknown[]): Query {
	const name = statementName(text)
	return name ? { text, values, name } : { text, values }
}
