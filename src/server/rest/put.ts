import type { Filter } from './ast.ts'
import type { Relation } from './catalog.ts'
import type { InsertOptions } from './compile-insert.ts'
import type { Payload } from './payload.ts'
import { RestProblem } from './problem.ts'
import type { Level } from './query-tree.ts'

/**
 * What a PUT demands: filters that are the whole primary key and nothing else, and no range. Of several objects those with that key count.
 * @throws RestProblem PGRST105, PGRST114 or PGRST115
 */
export function readPut(
	{ conditions, limit, offset }: Level,
	{ primaryKey }: Relation,
	payload: Payload,
): Pick<InsertOptions, 'resolution' | 'onConflict' | 'match'> {
	if (limit !== undefined || offset !== undefined)
		throw new RestProblem(
			400,
			'PGRST114',
			'limit/offset querystring parameters are not allowed for PUT',
		)
	const match = conditions.flatMap((condition) => {
		const value = condition.kind === 'filter' ? keyValue(condition) : undefined
		return value ? [value] : []
	})
	const isKey =
		primaryKey.length > 0 &&
		match.length === conditions.length &&
		match.length === primaryKey.length &&
		primaryKey.every((column) => match.some((filter) => filter.column === column))
	if (!isKey)
		throw new RestProblem(
			405,
			'PGRST105',
			"Filters must include all and only primary key columns with 'eq' operators",
		)
	if (!primaryKey.every((column) => payload.columns.includes(column))) throw readPut.mismatch()
	return { resolution: 'merge-duplicates', onConflict: primaryKey, match }
}

/** PGRST115: the object's key is not the URL's. */
readPut.mismatch = () =>
	new RestProblem(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

function keyValue({ negated, field, test }: Filter) {
	if (negated || field.path.length > 0 || test.op !== 'eq' || test.quantifier) return undefined
	return { column: field.name, value: test.value }
}
