/** What a rest/v1 query string says, before anyone has looked at the database (data.md §2.2). */

/** One step into a JSON value; a number addresses an array element. */
export type JsonStep = { arrow: '->' | '->>'; key: string | number }

/** A column, possibly followed into its JSON. */
export type FieldRef = { name: string; path: readonly JsonStep[] }

export const aggregates = ['sum', 'avg', 'count', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

export type FieldItem = {
	kind: 'field'
	field: FieldRef
	alias?: string
	cast?: string
	aggregate?: Aggregate
	aggregateCast?: string
}
export type EmbedItem = {
	kind: 'embed'
	target: string
	alias?: string
	hint?: string
	join?: 'inner' | 'left'
	/** `...target(…)`: the columns go into the parent. */
	spread: boolean
	items: readonly SelectItem[]
}
export type SelectItem =
	| { kind: 'star' }
	/** `count()` of rows. */
	| { kind: 'count'; alias?: string; cast?: string }
	| FieldItem
	| EmbedItem

export const comparisons = [
	'eq',
	'neq',
	'gt',
	'gte',
	'lt',
	'lte',
	'like',
	'ilike',
	'match',
	'imatch',
	'cs',
	'cd',
	'ov',
	'sl',
	'sr',
	'nxr',
	'nxl',
	'adj',
	'isdistinct',
] as const
export type Comparison = (typeof comparisons)[number]

export const searches = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type Search = (typeof searches)[number]

export const truths = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type Truth = (typeof truths)[number]

export type Test =
	| { op: Comparison; value: string; quantifier?: 'any' | 'all' }
	| { op: 'in'; values: readonly string[] }
	| { op: 'is'; truth: Truth }
	| { op: Search; value: string; config?: string }

export type Filter = { kind: 'filter'; negated: boolean; field: FieldRef; test: Test }
export type Group = { kind: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }
export type Condition = Filter | Group

export type OrderTerm = {
	/** Order by a column of this to-one embed. */
	relation?: string
	field: FieldRef
	descending: boolean
	nulls?: 'first' | 'last'
}

/** Names of embeds from the root to the level that a key addresses; empty = the root. */
export type Path = readonly string[]

export type RestQuery = {
	select: readonly SelectItem[]
	conditions: readonly { path: Path; condition: Condition }[]
	orders: readonly { path: Path; terms: readonly OrderTerm[] }[]
	limits: readonly { path: Path; limit?: number; offset?: number }[]
	columns?: readonly string[]
	onConflict?: readonly string[]
	/** Keys that are neither reserved nor filters: the arguments of a function. */
	arguments: readonly (readonly [name: string, value: string])[]
}
