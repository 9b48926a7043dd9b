import type { Relation } from '#platform/rest/catalog/catalog.ts'
import { RestError } from '#platform/rest/errors.ts'
import type { Filter } from '#platform/rest/parse/ast.ts'
import type { Payload } from '#platform/rest/parse/parse-payload.ts'
import type { QueryLevel } from '#platform/rest/parse/query-tree.ts'
import type { InsertOptions } from './compile-dml.ts'

const rangeMessage = 'limit/offset querystring parameters are not allowed for PUT'
const filtersMessage = "Filters must include all and only primary key columns with 'eq' operators"

/**
 * Checks a PUT: its filters must be exactly the primary key, without a range. Objects with another key are ignored.
 * @throws RestError PGRST105, PGRST114 or PGRST115
 */
export function readPutOptions(
	{ conditions, limit, offset }: QueryLevel,
	{ primaryKey }: Relation,
	payload: Payload,
): Pick<InsertOptions, 'resolution' | 'onConflict' | 'match'> {
	if (limit !== undefined || offset !== undefined) throw new RestError(400, 'PGRST114', rangeMessage)
	const match = conditions.flatMap((condition) => {
		const value = condition.kind === 'filter' ? keyValue(condition) : undefined
		return value ? [value] : []
	})
	const isKey =
		primaryKey.length > 0 &&
		match.length === conditions.length &&
		match.length === primaryKey.length &&
		primaryKey.every((column) => match.some((filter) => filter.column === column))
	if (!isKey) throw new RestError(405, 'PGRST105', filtersMessage)
	if (!primaryKey.every((column) => payload.columns.includes(column))) throw readPutOptions.mismatch()
	return { resolution: 'merge-duplicates', onConflict: primaryKey, match }
}

readPutOptions.mismatch = () =>
	new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

function keyValue({ negated, field, test }: Filter) {
	if (negated || field.path.length > 0 || test.op !== 'eq' || test.quantifier) return undefined
	return { column: field.name, value: test.value }
}
