import type { Cardinality, ColumnPair, Relationship } from './catalog.ts'

const ranks: Record<Cardinality, number> = {
	'one-to-many': 0,
	'many-to-one': 1,
	'one-to-one': 2,
	'many-to-many': 3,
}

/** The order in which PostgREST lists relationships: by target, kind, constraint and columns. */
export function compareRelationships(a: Relationship, b: Relationship): number {
	return (
		compare(a.to.schema, b.to.schema) ||
		compare(a.to.name, b.to.name) ||
		ranks[a.cardinality] - ranks[b.cardinality] ||
		compare(a.constraint, b.constraint) ||
		compare(pairs(a.columns), pairs(b.columns)) ||
		compare(junctionKey(a), junctionKey(b))
	)
}

function junctionKey({ junction }: Relationship): string {
	if (!junction) return ''
	const { relation, near, far } = junction
	const constraints = [relation.schema, near.constraint, far.constraint].join('\0')
	return [constraints, pairs(near.columns), pairs(far.columns)].join('\0')
}

function pairs(columns: readonly ColumnPair[]): string {
	return columns.flatMap(({ local, foreign }) => [local, foreign]).join('\0')
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0
}
