import { type CompiledLevel, numbered, type Output, plainList } from './compile-output.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'
import { RestProblem } from './problem.ts'

/** What an embed adds to its parent. */
export type Embedded = {
	outputs: Output[]
	/** Joined to the parent's `from`. */
	join: string
	/** The column of the join that holds what the embed selects under a name, or a column that it selects as it is. */
	columnOf?: (name: string) => string | undefined
}

/** PGRST127: a to-many spread lends an element for each of its rows, which aggregates would put together. */
export function aggregatedSpread(): RestProblem {
	return new RestProblem(400, 'PGRST127', 'Feature not implemented', {
		details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
	})
}

type Select = (level: CompiledLevel, list: string) => string

/** A to-one spread lends its columns to the parent. */
export function spreadOne(
	c: Compiler,
	compiled: CompiledLevel,
	source: Source,
	select: Select,
): Embedded {
	const alias = c.alias('s')
	const { outputs } = compiled
	const column = (i: number) => `${alias}.${numbered(i)}`
	const plain = { ...compiled, outputs: outputs.map(({ aggregate, ...output }) => output) }
	// JSON cannot be compared: what it is grouped by comes beside it.
	const keys: string[] = []
	const key = (sql: string) => `${alias}.g${keys.push(sql) - 1}`
	const lent = outputs.map(({ groupBy, ...output }, i) => {
		const carried = groupBy ? { groupBy: groupBy.map(key), carried: true } : {}
		// Aggregates are taken where they have a meaning: over the rows of the parent.
		return { ...output, sql: column(i), ...carried }
	})
	const list = [
		...outputs.map(({ sql }, i) => `${sql} as ${numbered(i)}`),
		...keys.map((sql, i) => `${sql} as g${i}`),
	]
	return {
		outputs: lent,
		join: ` left join lateral (${select(plain, list.join(', '))}) ${alias} on true`,
		columnOf(name) {
			const named = lent.find(({ key, aggregate }) => key === name && !aggregate)
			if (named) return named.groupBy?.[0] ?? named.sql
			if (!source.relation.columns.has(name)) return undefined
			const sql = columnOf(source, name)
			const at = outputs.findIndex((output) => output.sql === sql && !output.aggregate)
			return at < 0 ? undefined : column(at)
		},
	}
}

/** A to-many spread lends one array for each of its columns. */
export function spreadMany(
	c: Compiler,
	compiled: CompiledLevel,
	parentColumns: readonly string[],
	select: Select,
): Embedded {
	const [alias, rows] = [c.alias('s'), c.alias('r')]
	const { outputs } = compiled
	const arrays = outputs
		.map((_, i) => `coalesce(json_agg(${rows}.${numbered(i)}), '[]') as ${numbered(i)}`)
		.join(', ')
	const from = select(compiled, plainList({ outputs, star: undefined }))
	return {
		outputs: outputs.map(({ key, known }, i) => ({
			key,
			known,
			sql: `${alias}.${numbered(i)}`,
			groupBy: parentColumns,
			carried: true,
		})),
		join: ` left join lateral (select ${arrays} from (${from}) ${rows}) ${alias} on true`,
	}
}
