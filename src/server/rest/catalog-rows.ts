/** Rows of `catalog-queries.ts`, as the driver gives them. Oids are texts. */

export type ColumnRow = {
	number: number
	name: string
	type: string
	base: string
	notNull: boolean
	default: string | null
	comment: string | null
	labels: string[] | null
	maxLength: number | null
}

export type RelationRow = {
	oid: string
	schema: string
	name: string
	is_view: boolean
	comment: string | null
	/** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
	operations: number
	columns: ColumnRow[]
}

export type ConstraintRow = {
	name: string
	kind: 'p' | 'u' | 'f'
	relation: string
	columns: number[]
	target: string | null
	target_columns: number[] | null
}

/** A named value: an argument, or a column of what is returned. */
export type Value = { name: string; type: string; base: string }

export type RoutineRow = {
	schema: string
	name: string
	volatility: 'v' | 's' | 'i'
	is_set: boolean
	comment: string | null
	/** The planner's guess of how many rows a set has. */
	rows: number
	defaults: number
	return_type: string
	return_kind: string
	/** The type's bare name, of a domain also its base type's. */
	return_name: string
	return_base: string
	return_relation: string | null
	/** Of a table or a composite type. */
	return_columns: Value[] | null
	arguments: (Value & { mode: string; relation: string | null })[]
}

export type CatalogRows = {
	relations: RelationRow[]
	constraints: ConstraintRow[]
	rules: { view: string; rule: string }[]
	routines: RoutineRow[]
	types: { schema: string; name: string }[]
	searchConfigs: { name: string; literal: string }[]
	mediaAggregates: {
		schema: string
		name: string
		media: string
		base: string
		/** The relation whose rows it takes; null for any. */
		relation: string | null
	}[]
	geoJson: { schema: string }[]
	/** Casts between a domain and json or text. */
	shapes: {
		domain: string
		kind: 'toJson' | 'fromJson' | 'fromText'
		schema: string
		name: string
	}[]
}
