import type { Compiler } from './compiler.ts'
import { quoteIdentifier, quoteLiteral } from './identifier.ts'
import { RestProblem } from './problem.ts'

/** One key of the JSON objects that a level yields. */
export type Output = {
	key: string
	/** True when the key is a name of the catalog and may stand in the text. */
	known: boolean
	sql: string
	/** Wraps `sql` into an aggregate; what has none is grouped by. */
	aggregate?: (sql: string) => string
	/** What to group by instead of `sql`. */
	groupBy?: readonly string[]
	/** `sql` is a column that depends on `groupBy`, which PostgreSQL cannot know. */
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

/** `pairs` of json_build_object are limited by PostgreSQL's 100 arguments. */
const maxPairs = 50

/** True when rows are put together into groups. */
export function isGrouped(outputs: readonly Output[]): boolean {
	return outputs.some(({ aggregate }) => aggregate !== undefined)
}

/** One output's SQL, aggregated when it is an aggregate; within a group all rows carry the same. */
function outputSql({ aggregate, sql, carried }: Output, grouped: boolean): string {
	if (aggregate) return aggregate(sql)
	return grouped && carried ? `(array_agg(${sql}))[1]` : sql
}

/** How rows become JSON: a select list, and the object that a row of it makes. */
export type Rendering = { list: string; object: (alias: string) => string }

/**
 * Names of the catalog become column names and the row itself the object.
 * As soon as one key comes from the caller, columns are numbered and the keys are bound.
 */
export function renderOutputs(c: Compiler, outputs: readonly Output[], star?: string): Rendering {
	if (outputs.every(({ known }) => known)) {
		const list = namedList({ outputs, star })
		// `r.*`, as a column may be called like the alias.
		return { list, object: (alias) => (outputs.length > 0 ? `${alias}.*` : 'json_build_object()') }
	}
	const keys = outputs.map(({ key, known }) => (known ? quoteLiteral(key) : `${c.bind(key)}::text`))
	const value = (alias: string, i: number) => `${alias}.${numbered(i)}`
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

/** A select list without any of the caller's names. */
export function plainList(level: { outputs: readonly Output[]; star: string | undefined }): string {
	const { outputs, star } = level
	const grouped = isGrouped(outputs)
	return star ?? outputs.map((o, i) => `${outputSql(o, grouped)} as ${numbered(i)}`).join(', ')
}

/**
 * A select list under the catalog's own names, for functions that look at them.
 * @throws RestProblem PGRST127 for names of the caller's, which never stand in a text
 */
export function namedList(level: { outputs: readonly Output[]; star: string | undefined }): string {
	const { outputs, star } = level
	const own = outputs.find(({ known }) => !known)
	if (own)
		throw new RestProblem(400, 'PGRST127', 'Feature not implemented', {
			details: `'${own.key}' cannot be the name of a column in this media type.`,
		})
	const grouped = isGrouped(outputs)
	return (
		star ?? outputs.map((o) => `${outputSql(o, grouped)} as ${quoteIdentifier(o.key)}`).join(', ')
	)
}

/** The name of the n-th column where the caller's names must not be. */
export function numbered(position: number): string {
	return `k${position}`
}
