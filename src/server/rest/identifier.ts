/** An identifier of the catalog, ready for SQL. */
export function quoteIdentifier(name: string): string {
	return `"${name.replaceAll('"', '""')}"`
}

/** A text of the catalog as a literal. Never for what a caller sent: that is bound. */
export function quoteLiteral(text: string): string {
	const quoted = `'${text.replaceAll("'", "''")}'`
	return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** Schema and name, ready for SQL. */
export function qualified({ schema, name }: { schema: string; name: string }): string {
	return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

/** Types that mean a length of one where none is given, and those of any length that stand for them in parameters. */
const withoutLength: ReadonlyMap<string, string> = new Map([
	['bit', 'bit varying'],
	['bit[]', 'bit varying[]'],
	['character', 'character varying'],
	['character[]', 'character varying[]'],
])

/** The type that an argument is cast to: PostgreSQL does not keep the length of a parameter's type. */
export function parameterType(type: string): string {
	return withoutLength.get(type) ?? type
}

/** SQL's own spellings of built-in types, which pg_type does not list. */
export const builtInNames: readonly (readonly [written: string, name: string])[] = [
	['int', 'int4'],
	['integer', 'int4'],
	['smallint', 'int2'],
	['bigint', 'int8'],
	['real', 'float4'],
	['float', 'float8'],
	['double precision', 'float8'],
	['decimal', 'numeric'],
	['boolean', 'bool'],
	['character varying', 'varchar'],
	['character', 'bpchar'],
	['char', 'bpchar'],
	['bit varying', 'varbit'],
	['timestamp without time zone', 'timestamp'],
	['timestamp with time zone', 'timestamptz'],
	['time without time zone', 'time'],
	['time with time zone', 'timetz'],
]
