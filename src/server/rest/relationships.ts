import type { AnyRelationship, ColumnPair, Relation, Relationship, Routine } from './catalog.ts'
import type { ConstraintRow } from './catalog-rows.ts'

/** A relation while the catalog is being built, with what only the building needs. */
export type Held = {
	relation: Relation
	/** Column names by number. */
	numbers: ReadonlyMap<number, string>
	/** Column numbers of the primary key and of each unique constraint. */
	uniques: number[][]
	/** Of a view: the tables that it shows, and each of their columns by all the names that it has there. */
	origins: { oid: string; names: Map<number, string[]> }[]
	/** The same arrays and maps as in `relation`, still open for writing. */
	primaryKey: string[]
	computed: Map<string, Routine>
}

/** A relation that shows given columns of a table: the table itself or a view. */
type Face = { relation: Relation; names: readonly string[] }

/** Every relationship between exposed relations, by the relation it starts from (data.md §2.3). */
export function buildRelationships(
	held: ReadonlyMap<string, Held>,
	constraints: readonly ConstraintRow[],
	schemas: readonly string[],
): Map<Relation, AnyRelationship[]> {
	const exposed = [...held].filter(([, { relation }]) => schemas.includes(relation.schema))
	const outward: Relationship[] = []
	for (const { kind, name, relation, columns, target, target_columns } of constraints) {
		if (kind !== 'f' || !target || !target_columns) continue
		const unique = held.get(relation)?.uniques.some((key) => sameSet(key, columns)) ?? false
		for (const from of faces(exposed, relation, columns))
			for (const to of faces(exposed, target, target_columns))
				outward.push(manyToOne(name, from, to, unique))
	}
	const all = [...outward, ...outward.map(inverse), ...manyToMany(outward)]
	const byRelation = new Map<Relation, AnyRelationship[]>()
	for (const relationship of all) {
		const list = byRelation.get(relationship.from) ?? []
		list.push(relationship)
		byRelation.set(relationship.from, list)
	}
	return byRelation
}

/** A view that shows a column of the key twice is a face for each of its names, as in PostgREST. */
function faces(exposed: [string, Held][], table: string, columns: readonly number[]): Face[] {
	return exposed.flatMap(([oid, { relation, numbers, origins }]) => {
		const shown = origins.find((origin) => origin.oid === table)?.names
		const choices = columns.map((number) =>
			[(oid === table ? numbers.get(number) : shown?.get(number)) ?? []].flat(),
		)
		return combinations(choices).map((names) => ({ relation, names }))
	})
}

/** One of each list, in every way. */
function combinations(choices: readonly (readonly string[])[]): string[][] {
	return choices.reduce<string[][]>(
		(begun, names) => begun.flatMap((one) => names.map((name) => [...one, name])),
		[[]],
	)
}

function manyToOne(constraint: string, from: Face, to: Face, unique: boolean): Relationship {
	return {
		kind: 'keys',
		cardinality: unique ? 'one-to-one' : 'many-to-one',
		constraint,
		from: from.relation,
		to: to.relation,
		toOne: true,
		outward: true,
		columns: from.names.map((local, i) => ({ local, foreign: to.names[i] ?? '' })),
	}
}

function inverse(relationship: Relationship): Relationship {
	const unique = relationship.cardinality === 'one-to-one'
	return {
		...relationship,
		cardinality: unique ? 'one-to-one' : 'one-to-many',
		from: relationship.to,
		to: relationship.from,
		toOne: unique,
		outward: false,
		columns: relationship.columns.map(turned),
	}
}

function turned({ local, foreign }: ColumnPair): ColumnPair {
	return { local: foreign, foreign: local }
}

/** A junction is a relation whose primary key holds both foreign keys. */
function manyToMany(outward: readonly Relationship[]): Relationship[] {
	const byJunction = new Map<Relation, Relationship[]>()
	for (const relationship of outward) {
		const key = relationship.from.primaryKey
		if (!relationship.columns.every(({ local }) => key.includes(local))) continue
		byJunction.set(relationship.from, [...(byJunction.get(relationship.from) ?? []), relationship])
	}
	return [...byJunction].flatMap(([junction, keys]) =>
		keys.flatMap((near) =>
			keys
				.filter((far) => far.constraint !== near.constraint)
				.map(
					(far): Relationship => ({
						kind: 'keys',
						cardinality: 'many-to-many',
						constraint: junction.name,
						from: near.to,
						to: far.to,
						toOne: false,
						outward: false,
						columns: [],
						junction: {
							relation: junction,
							near: { constraint: near.constraint, columns: near.columns.map(turned) },
							far: { constraint: far.constraint, columns: far.columns.map(turned) },
						},
					}),
				),
		),
	)
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
	return a.length === b.length && a.every((number) => b.includes(number))
}
