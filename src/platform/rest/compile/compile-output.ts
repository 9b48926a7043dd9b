import { quoteIdentifier, quoteLiteral } from '#platform/pg/identifiers.ts'
import { RestError } from '#platform/rest/errors.ts'
import type { Compiler } from './compiler.ts'

/** One key of the JSON objects that a level yields. */
export type Output = {
	key: string
	/** True when the key is a name of the catalog, which may be in the SQL text. */
	known: boolean
	sql: string
	/** Wraps `sql` in an aggregate; outputs without one are grouped by. */
	aggregate?: (sql: string) => string
	/** Expressions for `group by` in place of `sql`. */
	groupBy?: readonly string[]
	/** `sql` depends functionally on `groupBy`, which PostgreSQL cannot know. */
	carried?: boolean
}

/** A level as the parts of a select. */
export type CompiledLevel = {
	outputs: Output[]
	/** `t0.*` when exactly the whole row is selected. */
	star: string | undefined
	from: string
	where: string[]
	order: string
	/** limit and offset */
	range: string
}

/** PostgreSQL's functions take at most 100 arguments. */
const maxPairs = 50

export function isGrouped(outputs: readonly Output[]): boolean {
	return outputs.some(({ aggregate }) => aggregate !== undefined)
}

/** The SQL of an output. All rows of a group have the same `carried` value. */
function outputSql({ aggregate, sql, carried }: Output, grouped: boolean): string {
	if (aggregate) return aggregate(sql)
	return grouped && carried ? `(array_agg(${sql}))[1]` : sql
}

/** A select list, and the JSON object of one of its rows. */
export type Rendering = { list: string; object: (alias: string) => string }

/**
 * Catalog names become column names, and the row itself the object.
 * With a key of the caller, columns are numbered and keys are bound.
 */
export function renderOutputs(c: Compiler, outputs: readonly Output[], star?: string): Rendering {
	if (outputs.every(({ known }) => known)) {
		const list = namedList({ outputs, star })
		// `r.*`, as a column may have the name of the alias.
		return { list, object: (alias) => (outputs.length > 0 ? `${alias}.*` : 'json_build_object()') }
	}
	const keys = outputs.map(({ key, known }) => (known ? quoteLiteral(key) : `${c.bind(key)}::text`))
	const value = (alias: string, i: number) => `${alias}.${numberedColumn(i)}`
	return {
		list: plainList({ outputs, star: undefined }),
		object(alias) {
			if (keys.length <= maxPairs)
				return `json_build_object(${keys.map((key, i) => `${key}, ${value(alias, i)}`).join(', ')})`
			const rows = keys.map((key, i) => `(${key}, to_json(${value(alias, i)}))`).join(', ')
			return `(select json_object_agg(p.k, p.v) from (values ${rows}) as p(k, v))`
		},
	}
}

/** A select list of numbered columns, without names of the caller. */
export function plainList(level: { outputs: readonly Output[]; star: string | undefined }): string {
	const { outputs, star } = level
	const grouped = isGrouped(outputs)
	return star ?? outputs.map((o, i) => `${outputSql(o, grouped)} as ${numberedColumn(i)}`).join(', ')
}

/**
 * A select list with catalog names, for functions that read them.
 * @throws RestError PGRST127 for names of the caller, which must not be in the SQL text
 */
export function namedList(level: { outputs: readonly Output[]; star: string | undefined }): string {
	const { outputs, star } = level
	const own = outputs.find(({ known }) => !known)
	if (own)
		throw new RestError(400, 'PGRST127', 'Feature not implemented', {
			details: `'${own.key}' cannot be the name of a column in this media type.`,
		})
	const grouped = isGrouped(outputs)
	return star ?? outputs.map((o) => `${outputSql(o, grouped)} as ${quoteIdentifier(o.key)}`).join(', ')
}

export function numberedColumn(position: number): string {
	return `k${position}`
}
