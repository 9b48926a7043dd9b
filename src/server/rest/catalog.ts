/** What the compiler knows of the database: the schema cache of data.md §2.8. Nothing here depends on a caller. */

export type Column = {
	name: string
	/** The type as SQL, schema-qualified where it is not built in. */
	type: string
	/** The type's bare name, of a domain its base type's: decides how JSON paths and text search treat it. */
	base: string
	notNull: boolean
	/** The default as SQL; undefined when there is none or the column is generated. */
	defaultSql: string | undefined
	comment: string | undefined
	/** Labels of an enum. */
	labels: readonly string[] | undefined
	maxLength: number | undefined
	/** How the column looks outside, when its domain has casts of its own. */
	shape: Shape | undefined
}

/** A domain's functions, as SQL, between what is stored and what callers see (PostgREST's data representations). */
export type Shape = { toJson?: string; fromJson?: string; fromText?: string }

/** A table, a view, or the rows that a function returns. */
export type Relation = {
	schema: string
	name: string
	columns: ReadonlyMap<string, Column>
	primaryKey: readonly string[]
	insertable: boolean
	updatable: boolean
	deletable: boolean
	isView: boolean
	comment: string | undefined
	/** Functions of one row that act as columns, by name. */
	computed: ReadonlyMap<string, Routine>
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

export type ColumnPair = { local: string; foreign: string }

/** A way from one relation to another that an embed may take. */
export type Relationship = {
	kind: 'keys'
	cardinality: Cardinality
	/** The foreign key's constraint; of a many-to-many the junction's name. */
	constraint: string
	from: Relation
	to: Relation
	toOne: boolean
	/** True where `from` holds the foreign key. */
	outward: boolean
	columns: readonly ColumnPair[]
	junction?: Junction
}

export type Junction = {
	relation: Relation
	/** Constraint and columns towards `from`: local = of `from`, foreign = of the junction. */
	near: { constraint: string; columns: readonly ColumnPair[] }
	/** Constraint and columns towards `to`: local = of `to`, foreign = of the junction. */
	far: { constraint: string; columns: readonly ColumnPair[] }
}

/** A function of one row that returns rows of another relation. */
export type ComputedRelationship = {
	kind: 'computed'
	from: Relation
	to: Relation
	toOne: boolean
	routine: Routine
}

export type AnyRelationship = Relationship | ComputedRelationship

export type Parameter = { name: string; type: string; required: boolean; variadic: boolean }

export type Routine = {
	schema: string
	name: string
	parameters: readonly Parameter[]
	volatility: 'volatile' | 'stable' | 'immutable'
	returns: 'void' | 'scalar' | 'rows'
	/** True for SETOF and TABLE. */
	set: boolean
	/** Rows that come back, when `returns` is `rows`: a relation or named output columns. */
	rows: Relation | undefined
	/** The SQL type of a scalar result. */
	type: string
	/** The media type that a scalar result is, when its domain is named after one. */
	media: MediaType | undefined
	comment: string | undefined
}

/** A media type of the operator's: a domain of its name, over bytes or text. */
export type MediaType = { type: string; isBinary: boolean }

/** An aggregate that makes a body of rows: of one relation, or of any. */
export type MediaAggregate = {
	schema: string
	name: string
	of: Relation | undefined
	media: string
	isBinary: boolean
}

export type Catalog = {
	/** Schema, then name. */
	relations: ReadonlyMap<string, ReadonlyMap<string, Relation>>
	relationships: {
		/** Every relationship that starts from a relation. */
		get(from: Relation): readonly AnyRelationship[]
		/** The relationships whose foreign key the relation holds, without those through junctions. */
		outward(from: Relation): readonly Relationship[]
		/** True when any relationship may start from a relation. */
		has(from: Relation): boolean
	}
	routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>
	/** Names that a cast may use, and the SQL for each. */
	types: ReadonlyMap<string, string>
	/** Text-search configurations by bare name, each as a quoted literal. */
	searchConfigs: ReadonlyMap<string, string>
	mediaAggregates: readonly MediaAggregate[]
	/** PostGIS's function that makes a feature of a row, as SQL. */
	asGeoJson: string | undefined
}

/** The table or view of that name, if the schema exposes it. */
export function findRelation(catalog: Catalog, schema: string, name: string): Relation | undefined {
	return catalog.relations.get(schema)?.get(name)
}
