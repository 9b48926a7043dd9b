import type { Condition, Filter, Group } from './ast.ts'

const below = ['lt', 'lte', 'eq']
const above = ['gt', 'gte', 'eq']

/**
 * What every branch of an `or` says of one column. A page after a key is asked for as `a.lt.x` or `a.eq.x` and more, which
 * no index can answer; the bound that both branches imply, `a <= x`, begins the walk along an index at that key. It is true
 * or unknown wherever the group is, so it changes nothing else.
 */
export function impliedBound(group: Group): Filter | undefined {
	if (group.kind !== 'or' || group.negated) return undefined
	const [first, ...others] = group.conditions.map(filtersOf)
	if (!first || others.length === 0) return undefined
	for (const filter of first)
		for (const [operators, op] of [
			[below, 'lte'],
			[above, 'gte'],
		] as const) {
			const { test } = filter
			if (!('value' in test) || !isBound(filter, filter, operators)) continue
			const shared = others.map((filters) => filters.find((one) => isBound(one, filter, operators)))
			const all = [filter, ...shared]
			// Where every branch says `eq`, an index is used without us.
			if (all.every((one) => one !== undefined) && all.some((one) => one?.test.op !== 'eq'))
				return { ...filter, test: { op, value: test.value } }
		}
	return undefined
}

/** Filters that must hold for a branch to hold. */
function filtersOf(branch: Condition): readonly Filter[] {
	if (branch.kind === 'filter') return [branch]
	if (branch.kind === 'or' || branch.negated) return []
	return branch.conditions.filter((condition) => condition.kind === 'filter')
}

/** Whether a filter compares the column of `like` with its value, by one of the operators. */
function isBound({ negated, field, test }: Filter, like: Filter, operators: readonly string[]) {
	if (negated || !operators.includes(test.op) || !('value' in test) || !('value' in like.test))
		return false
	if ('quantifier' in test && test.quantifier) return false
	return (
		test.value === like.test.value &&
		field.name === like.field.name &&
		field.path.length === 0 &&
		like.field.path.length === 0
	)
}
