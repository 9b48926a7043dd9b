/** Quotes an identifier of the catalog. */
export function quoteIdentifier(name: string): string {
	return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a text of the catalog. Never for values of a caller, which are bound. */
export function quoteLiteral(text: string): string {
	const quoted = `'${text.replaceAll("'", "''")}'`
	return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

export function qualifiedName({ schema, name }: { schema: string; name: string }): string {
	return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}
