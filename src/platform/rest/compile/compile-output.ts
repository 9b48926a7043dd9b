import { quoteIdentifier, quoteLiteral } from '#platform/pg/identifiers.ts'
import { RestError } from '#platform/rest/errors.ts'
import { type Compiler, whereClause } from './compiler.ts'

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
	outputs: readonly Output[]
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

export function selectSql(level: CompiledLevel, list: string): string {
	const { outputs, from, where, order, range } = level
	return `select ${list} from ${from}${whereClause(where)}${groupBy(outputs)}${order}${range}`
}

function groupBy(outputs: readonly Output[]): string {
	if (!isGrouped(outputs)) return ''
	const plain = outputs.filter(({ aggregate }) => !aggregate)
	const keys = new Set(plain.flatMap((output) => output.groupBy ?? [output.sql]))
	return keys.size > 0 ? ` group by ${[...keys].join(', ')}` : ''
}

/**
 * The select list of a level, and the JSON object of one of its rows. Catalog names become column names, and the row
 * itself the object. With a key of the caller, columns are numbered and keys are bound.
 */
export function renderOutputs(
	c: Compiler,
	{ outputs, star }: Columns,
): { list: string; object: (alias: string) => string } {
	// `r.*`, as a column may have the name of the alias.
	if (outputs.every(({ known }) => known))
		return {
			list: namedList({ outputs, star }),
			object: (alias) => (outputs.length > 0 ? `${alias}.*` : 'json_build_object()'),
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
export function plainList(columns: Columns): string {
	return selectList(columns, (_, position) => numberedColumn(position))
}

/**
 * A select list with catalog names, for functions that read them.
 * @throws RestError PGRST127 for names of the caller, which must not be in the SQL text
 */
export function namedList(columns: Columns): string {
	const own = columns.outputs.find(({ known }) => !known)
	if (own)
		throw new RestError(400, 'PGRST127', 'Feature not implemented', {
			details: `'${own.key}' cannot be the name of a column in this media type.`,
		})
	return selectList(columns, ({ key }) => quoteIdentifier(key))
}

type Columns = Pick<CompiledLevel, 'outputs' | 'star'>

function selectList({ outputs, star }: Columns, nameOf: (output: Output, position: number) => string): string {
	const grouped = isGrouped(outputs)
	const rendered = ({ aggregate, sql, carried }: Output) => {
		if (aggregate) return aggregate(sql)
		// All rows of a group have the same carried value.
		return grouped && carried ? `(array_agg(${sql}))[1]` : sql
	}
	return star ?? outputs.map((output, i) => `${rendered(output)} as ${nameOf(output, i)}`).join(', ')
}

export function numberedColumn(position: number): string {
	return `k${position}`
}
