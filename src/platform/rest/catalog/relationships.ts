import { LruCache } from '#platform/lru-cache.ts'
import type { AnyRelationship, Cardinality, ColumnPair, Relation, Relationship, Routine } from './catalog.ts'
import type { ConstraintRow } from './catalog-queries.ts'

/** A relation during the build of the catalog. */
export type RelationBuilder = {
	relation: Relation
	/** Column names by number. */
	columnNames: ReadonlyMap<number, string>
	/** Column numbers of the primary key and of each unique constraint. */
	uniques: number[][]
	/** For a view: its source tables, and the view's names of each of their columns. */
	viewOrigins: { oid: string; names: Map<number, string[]> }[]
	/** The arrays and maps of `relation`, writable. */
	primaryKey: string[]
	computed: Map<string, Routine>
}

type ForeignKeyRow = ConstraintRow & { target: string; target_columns: number[] }

/** Limits the combinations of names under which a view shows the columns of a key. */
const maxProjections = 64
/** Relationships in each cache. */
const maxCached = 20_000

/**
 * The relationships between exposed relations, computed on first use: hundreds of views over the same tables have too
 * many to compute them all at once.
 */
export class Relationships {
	readonly #builders: ReadonlyMap<string, RelationBuilder>
	readonly #keysFrom: ReadonlyMap<string, readonly ForeignKeyRow[]>
	readonly #keysTo: ReadonlyMap<string, readonly ForeignKeyRow[]>
	readonly #computed: ReadonlyMap<Relation, readonly AnyRelationship[]>
	/** The table itself, or the source tables of a view. */
	readonly #tables = new Map<Relation, readonly string[]>()
	/** Inverse of `#tables`, by oid. */
	readonly #relationsShowing = new Map<string, Map<Relation, RelationBuilder>>()
	readonly #outward = new LruCache<Relation, readonly Relationship[]>(maxCached, ({ length }) => length)
	readonly #all = new LruCache<Relation, readonly AnyRelationship[]>(maxCached, ({ length }) => length)

	constructor(
		builders: ReadonlyMap<string, RelationBuilder>,
		constraints: readonly ConstraintRow[],
		schemas: readonly string[],
		computed: ReadonlyMap<Relation, readonly AnyRelationship[]>,
	) {
		this.#builders = builders
		const keys = constraints.filter(isForeign)
		this.#keysFrom = Map.groupBy(keys, ({ relation }) => relation)
		this.#keysTo = Map.groupBy(keys, ({ target }) => target)
		this.#computed = computed
		for (const [oid, one] of builders) {
			if (!schemas.includes(one.relation.schema)) continue
			const tables = [oid, ...one.viewOrigins.map((origin) => origin.oid)]
			this.#tables.set(one.relation, tables)
			for (const table of tables) {
				const relations = this.#relationsShowing.get(table)
				if (relations) relations.set(one.relation, one)
				else this.#relationsShowing.set(table, new Map([[one.relation, one]]))
			}
		}
	}

	/** All relationships from a relation. */
	get(from: Relation): readonly AnyRelationship[] {
		return cached(this.#all, from, () => {
			const inward = this.#inwardOf(from)
			const found = [...this.outward(from), ...inward, ...this.#manyToMany(inward)]
			return [...found.sort(compareRelationships), ...(this.#computed.get(from) ?? [])]
		})
	}

	/** The relationships by the relation's own foreign keys. */
	outward(from: Relation): readonly Relationship[] {
		return cached(this.#outward, from, () => {
			const tables = this.#tables.get(from) ?? []
			const found = tables.flatMap((oid) =>
				(this.#keysFrom.get(oid) ?? []).flatMap((key) =>
					this.#relationshipsOf(key, this.#projectionsIn(key.relation, key.columns, from), undefined),
				),
			)
			return found.sort(compareRelationships)
		})
	}

	/** True when a relation may have relationships. */
	has(from: Relation): boolean {
		const tables = this.#tables.get(from) ?? []
		const isKeyed = tables.some((oid) => this.#keysFrom.has(oid) || this.#keysTo.has(oid))
		return isKeyed || this.#computed.has(from)
	}

	#inwardOf(to: Relation): Relationship[] {
		const tables = this.#tables.get(to) ?? []
		return tables.flatMap((oid) =>
			(this.#keysTo.get(oid) ?? []).flatMap((key) =>
				this.#relationshipsOf(key, undefined, this.#projectionsIn(key.target, key.target_columns, to)).map(inverse),
			),
		)
	}

	/** The relationships of a foreign key between all relations that show its columns, or the given ones. */
	#relationshipsOf(
		key: ForeignKeyRow,
		from: KeyProjection[] = this.#allProjections(key.relation, key.columns),
		to: KeyProjection[] = this.#allProjections(key.target, key.target_columns),
	): Relationship[] {
		const uniques = this.#builders.get(key.relation)?.uniques ?? []
		const isUnique = uniques.some((unique) => sameSet(unique, key.columns))
		return from.flatMap((near) => to.map((far) => manyToOne(key.name, near, far, isUnique)))
	}

	#allProjections(table: string, columns: readonly number[]): KeyProjection[] {
		const relations = [...(this.#relationsShowing.get(table)?.keys() ?? [])]
		return relations.flatMap((relation) => this.#projectionsIn(table, columns, relation))
	}

	/** A view that shows a column of a key twice counts with each name, as in PostgREST. */
	#projectionsIn(table: string, columns: readonly number[], relation: Relation): KeyProjection[] {
		const shownRelation = this.#relationsShowing.get(table)?.get(relation)
		const shown = shownRelation?.viewOrigins.find(({ oid }) => oid === table)?.names
		const choices = columns.map((number) =>
			shown ? (shown.get(number) ?? []) : [shownRelation?.columnNames.get(number) ?? []].flat(),
		)
		return combinations(choices).map((names) => ({ relation, names }))
	}

	/** Relationships through junctions, whose primary key includes the columns of both foreign keys. */
	#manyToMany(inward: readonly Relationship[]): Relationship[] {
		return inward.flatMap((inverse) => {
			const junction = inverse.to
			const isKept = ({ local }: ColumnPair) => junction.primaryKey.includes(local)
			const near = inverse.columns.map(swapSides)
			if (inverse.cardinality !== 'one-to-many' || !near.every(isKept)) return []
			return this.outward(junction)
				.filter(({ constraint }) => constraint !== inverse.constraint)
				.filter(({ cardinality }) => cardinality === 'many-to-one')
				.filter(({ columns }) => columns.every(isKept))
				.map((far) => throughJunction(inverse, far))
		})
	}
}

function cached<One>(
	cache: LruCache<Relation, readonly One[]>,
	from: Relation,
	find: () => readonly One[],
): readonly One[] {
	const known = cache.get(from)
	if (known) return known
	const list = find()
	cache.set(from, list)
	return list
}

/** A relation that shows the columns of a key, and their names in it. */
type KeyProjection = { relation: Relation; names: readonly string[] }

function isForeign(row: ConstraintRow): row is ForeignKeyRow {
	return row.kind === 'f' && row.target !== null && row.target_columns !== null
}

/** The Cartesian product of lists, up to a limit. */
function combinations(choices: readonly (readonly string[])[]): string[][] {
	return choices.reduce<string[][]>(
		(begun, names) =>
			begun.flatMap((combination) => names.map((name) => [...combination, name])).slice(0, maxProjections),
		[[]],
	)
}

function manyToOne(constraint: string, from: KeyProjection, to: KeyProjection, unique: boolean): Relationship {
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
		columns: relationship.columns.map(swapSides),
	}
}

function throughJunction(near: Relationship, far: Relationship): Relationship {
	return {
		kind: 'keys',
		cardinality: 'many-to-many',
		constraint: far.from.name,
		from: near.from,
		to: far.to,
		toOne: false,
		outward: false,
		columns: [],
		junction: {
			relation: far.from,
			near: { constraint: near.constraint, columns: near.columns },
			far: { constraint: far.constraint, columns: far.columns.map(swapSides) },
		},
	}
}

function swapSides({ local, foreign }: ColumnPair): ColumnPair {
	return { local: foreign, foreign: local }
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
	return a.length === b.length && a.every((number) => b.includes(number))
}

const ranks: Record<Cardinality, number> = {
	'one-to-many': 0,
	'many-to-one': 1,
	'one-to-one': 2,
	'many-to-many': 3,
}

/** PostgREST's order of relationships: target, cardinality, constraint, columns. */
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
