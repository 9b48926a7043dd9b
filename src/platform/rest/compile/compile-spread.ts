import { RestError } from '#platform/rest/errors.ts'
import { type CompiledLevel, numberedColumn, type Output, plainList, selectSql } from './compile-output.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'

/** The outputs and join that an embed adds to its parent. */
export type Embedded = {
	outputs: Output[]
	/** Appended to the parent's `from`. */
	join: string
	/** The column of the join for an alias or plain column of the embed. */
	columnOf?: (name: string) => string | undefined
}

/** PGRST127: aggregates in a to-many spread. */
export function aggregatedSpreadError(): RestError {
	return new RestError(400, 'PGRST127', 'Feature not implemented', {
		details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
	})
}

/** Adds the columns of a to-one spread to the parent. */
export function spreadOne(c: Compiler, compiled: CompiledLevel, source: Source): Embedded {
	const alias = c.alias('s')
	const { outputs } = compiled
	const column = (i: number) => `${alias}.${numberedColumn(i)}`
	const plain = { ...compiled, outputs: outputs.map(({ aggregate, ...output }) => output) }
	// JSON has no equality, so its grouping keys are extra columns.
	const keys: string[] = []
	const key = (sql: string) => `${alias}.g${keys.push(sql) - 1}`
	const columns = outputs.map(({ groupBy, ...output }, i) => {
		const carried = groupBy ? { groupBy: groupBy.map(key), carried: true } : {}
		// Aggregates run over the rows of the parent.
		return { ...output, sql: column(i), ...carried }
	})
	const list = [
		...outputs.map(({ sql }, i) => `${sql} as ${numberedColumn(i)}`),
		...keys.map((sql, i) => `${sql} as g${i}`),
	]
	return {
		outputs: columns,
		join: ` left join lateral (${selectSql(plain, list.join(', '))}) ${alias} on true`,
		columnOf(name) {
			const named = columns.find(({ key, aggregate }) => key === name && !aggregate)
			if (named) return named.groupBy?.[0] ?? named.sql
			if (!source.relation.columns.has(name)) return undefined
			const sql = columnOf(source, name)
			const index = outputs.findIndex((output) => output.sql === sql && !output.aggregate)
			return index < 0 ? undefined : column(index)
		},
	}
}

/** Adds one array per column of a to-many spread to the parent. */
export function spreadMany(c: Compiler, compiled: CompiledLevel, parentColumns: readonly string[]): Embedded {
	const [alias, rows] = [c.alias('s'), c.alias('r')]
	const { outputs } = compiled
	const arrays = outputs
		.map((_, i) => `coalesce(json_agg(${rows}.${numberedColumn(i)}), '[]') as ${numberedColumn(i)}`)
		.join(', ')
	const from = selectSql(compiled, plainList({ outputs, star: undefined }))
	return {
		outputs: outputs.map(({ key, known }, i) => ({
			key,
			known,
			sql: `${alias}.${numberedColumn(i)}`,
			groupBy: parentColumns,
			carried: true,
		})),
		join: ` left join lateral (select ${arrays} from (${from}) ${rows}) ${alias} on true`,
	}
}
