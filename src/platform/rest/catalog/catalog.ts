/** The schema cache (https://docs.postgrest.org/en/stable/references/schema_cache.html); equal for all callers. */

export type Column = {
	name: string
	/** The type as SQL, schema-qualified where it is not built in. */
	type: string
	/** The unqualified type name, for a domain that of its base type; JSON paths and text search depend on it. */
	base: string
	notNull: boolean
	/** The default as SQL; undefined when there is none or the column is generated. */
	defaultSql?: string | undefined
	comment?: string | undefined
	labels?: readonly string[] | undefined
	maxLength?: number | undefined
	/** Set when the domain of the column has casts. */
	representation?: DataRepresentation | undefined
}

/** SQL functions that convert a domain (https://docs.postgrest.org/en/stable/how-tos/working-with-postgresql-data-types.html). */
export type DataRepresentation = { toJson?: string; fromJson?: string; fromText?: string }

/** A table, a view, or the result rows of a function. */
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
	/** Computed columns: functions of one row, by name. */
	computed: ReadonlyMap<string, Routine>
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

export type ColumnPair = { local: string; foreign: string }

/** A relationship by foreign keys, which an embed can use. */
export type Relationship = {
	kind: 'keys'
	cardinality: Cardinality
	/** The foreign key constraint; for many-to-many the name of the junction. */
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

/** A function of one row that returns rows of a relation. */
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
	/** The result rows when `returns` is `rows`: a relation or named output columns. */
	rows: Relation | undefined
	/** The SQL type of a scalar result. */
	type: string
	/** The media type that a scalar result is, when its domain is named after one. */
	media: MediaType | undefined
	comment: string | undefined
}

/** A custom media type: a domain of that name over bytea or text. */
export type MediaType = { type: string; isBinary: boolean }

/** An aggregate that renders rows as a media type, of one relation or of any. */
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
		/** All relationships from a relation. */
		get(from: Relation): readonly AnyRelationship[]
		/** The relationships by the relation's own foreign keys. */
		outward(from: Relation): readonly Relationship[]
		/** True when a relation may have relationships. */
		has(from: Relation): boolean
	}
	routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>
	/** Names for casts, and the SQL of each. */
	types: ReadonlyMap<string, string>
	/** Text-search configurations by bare name, each as a quoted literal. */
	searchConfigs: ReadonlyMap<string, string>
	mediaAggregates: readonly MediaAggregate[]
	/** SQL name of the PostGIS function for GeoJSON. */
	asGeoJson: string | undefined
}

export function findRelation(catalog: Catalog, schema: string, name: string): Relation | undefined {
	return catalog.relations.get(schema)?.get(name)
}
