import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import type { CatalogRows } from './catalog-queries.ts'

/** Types that default to length one, and the types of any length that replace them in parameters. */
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
const builtInNames: readonly (readonly [written: string, name: string])[] = [
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

/** Names that a cast may use, and the SQL of each. */
export function castNames(types: CatalogRows['types']): Map<string, string> {
	const names = new Map<string, string>()
	for (const { schema, name } of types)
		if (schema !== 'pg_catalog' || !names.has(name))
			names.set(name, `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`)
	for (const [written, name] of builtInNames) names.set(written, `"pg_catalog".${quoteIdentifier(name)}`)
	return names
}
