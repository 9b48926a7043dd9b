import type { AnyRelationship, ColumnPair, Relation, Relationship, Routine } from './catalog.ts'
import type { ConstraintRow } from './catalog-rows.ts'
import { compareRelationships } from './compare-relationships.ts'
import { RelationshipCache } from './relationship-cache.ts'

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

type Key = ConstraintRow & { target: string; target_columns: number[] }

/** A view may show the columns of a key under several names; further combinations of them are left out. */
const maxNamings = 64

/**
 * The relationships between exposed relations (data.md §2.3). Those of a relation are found when it is first asked for:
 * between hundreds of views over the same tables there are too many to find them all at once.
 */
export class Relationships {
	readonly #held: ReadonlyMap<string, Held>
	readonly #keysFrom: ReadonlyMap<string, readonly Key[]>
	readonly #keysTo: ReadonlyMap<string, readonly Key[]>
	readonly #computed: ReadonlyMap<Relation, readonly AnyRelationship[]>
	/** Tables that an exposed relation shows: itself, or what a view reads. */
	readonly #tables = new Map<Relation, readonly string[]>()
	/** The exposed relations that show a table. */
	readonly #faces = new Map<string, Map<Relation, Held>>()
	readonly #outward = new RelationshipCache<Relationship>()
	readonly #all = new RelationshipCache<AnyRelationship>()

	constructor(
		held: ReadonlyMap<string, Held>,
		constraints: readonly ConstraintRow[],
		schemas: readonly string[],
		computed: ReadonlyMap<Relation, readonly AnyRelationship[]>,
	) {
		this.#held = held
		const keys = constraints.filter(isForeign)
		this.#keysFrom = Map.groupBy(keys, ({ relation }) => relation)
		this.#keysTo = Map.groupBy(keys, ({ target }) => target)
		this.#computed = computed
		for (const [oid, one] of held) {
			if (!schemas.includes(one.relation.schema)) continue
			const tables = [oid, ...one.origins.map((origin) => origin.oid)]
			this.#tables.set(one.relation, tables)
			for (const table of tables) {
				const faces = this.#faces.get(table)
				if (faces) faces.set(one.relation, one)
				else this.#faces.set(table, new Map([[one.relation, one]]))
			}
		}
	}

	/** Every relationship that starts from a relation. */
	get(from: Relation): readonly AnyRelationship[] {
		return this.#all.get(from, () => {
			const inward = this.#inwardOf(from)
			const found = [...this.outward(from), ...inward, ...this.#manyToMany(inward)]
			return [...found.sort(compareRelationships), ...(this.#computed.get(from) ?? [])]
		})
	}

	/** The relationships whose foreign key the relation holds, without those through junctions. */
	outward(from: Relation): readonly Relationship[] {
		return this.#outward.get(from, () => {
			const tables = this.#tables.get(from) ?? []
			const found = tables.flatMap((oid) =>
				(this.#keysFrom.get(oid) ?? []).flatMap((key) =>
					this.#between(key, this.#namings(key.relation, key.columns, from), undefined),
				),
			)
			return found.sort(compareRelationships)
		})
	}

	/** True when any relationship may start from a relation. */
	has(from: Relation): boolean {
		const tables = this.#tables.get(from) ?? []
		const isKeyed = tables.some((oid) => this.#keysFrom.has(oid) || this.#keysTo.has(oid))
		return isKeyed || this.#computed.has(from)
	}

	#inwardOf(to: Relation): Relationship[] {
		const tables = this.#tables.get(to) ?? []
		return tables.flatMap((oid) =>
			(this.#keysTo.get(oid) ?? []).flatMap((key) =>
				this.#between(key, undefined, this.#namings(key.target, key.target_columns, to)).map(
					inverse,
				),
			),
		)
	}

	/** The relationships that a key means, from and to everything that shows its columns unless they are given. */
	#between(
		key: Key,
		from: Naming[] = this.#allNamings(key.relation, key.columns),
		to: Naming[] = this.#allNamings(key.target, key.target_columns),
	): Relationship[] {
		const uniques = this.#held.get(key.relation)?.uniques ?? []
		const isUnique = uniques.some((unique) => sameSet(unique, key.columns))
		return from.flatMap((near) => to.map((far) => manyToOne(key.name, near, far, isUnique)))
	}

	#allNamings(table: string, columns: readonly number[]): Naming[] {
		const faces = [...(this.#faces.get(table)?.keys() ?? [])]
		return faces.flatMap((relation) => this.#namings(table, columns, relation))
	}

	/** A view that shows a column of a key twice stands for each of its names, as in PostgREST. */
	#namings(table: string, columns: readonly number[], relation: Relation): Naming[] {
		const one = this.#faces.get(table)?.get(relation)
		const shown = one?.origins.find(({ oid }) => oid === table)?.names
		const choices = columns.map((number) =>
			shown ? (shown.get(number) ?? []) : [one?.numbers.get(number) ?? []].flat(),
		)
		return combinations(choices).map((names) => ({ relation, names }))
	}

	/** Through junctions: relations whose primary key holds the columns of both foreign keys. */
	#manyToMany(inward: readonly Relationship[]): Relationship[] {
		return inward.flatMap((inverse) => {
			const junction = inverse.to
			const isKept = ({ local }: ColumnPair) => junction.primaryKey.includes(local)
			const near = inverse.columns.map(turned)
			if (inverse.cardinality !== 'one-to-many' || !near.every(isKept)) return []
			return this.outward(junction)
				.filter(({ constraint }) => constraint !== inverse.constraint)
				.filter(({ cardinality }) => cardinality === 'many-to-one')
				.filter(({ columns }) => columns.every(isKept))
				.map((far) => throughJunction(inverse, far))
		})
	}
}

/** A relation that shows the columns of a key, and their names there. */
type Naming = { relation: Relation; names: readonly string[] }

function isForeign(row: ConstraintRow): row is Key {
	return row.kind === 'f' && row.target !== null && row.target_columns !== null
}

/** One of each list, in every way. */
function combinations(choices: readonly (readonly string[])[]): string[][] {
	return choices.reduce<string[][]>(
		(begun, names) =>
			begun.flatMap((one) => names.map((name) => [...one, name])).slice(0, maxNamings),
		[[]],
	)
}

function manyToOne(constraint: string, from: Naming, to: Naming, unique: boolean): Relationship {
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
			far: { constraint: far.constraint, columns: far.columns.map(turned) },
		},
	}
}

function turned({ local, foreign }: ColumnPair): ColumnPair {
	return { local: foreign, foreign: local }
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
	return a.length === b.length && a.every((number) => b.includes(number))
}
