/** The parsed query string (https://docs.postgrest.org/en/stable/references/api/tables_views.html). */

/** One step into a JSON value; a number addresses an array element. */
export type JsonStep = { arrow: '->' | '->>'; key: string | number }

/** A column, or a path into its JSON. */
export type FieldRef = { name: string; path: readonly JsonStep[] }

export const aggregates = ['sum', 'avg', 'count', 'min', 'max'] as const
export type Aggregate = (typeof aggregates)[number]

export type FieldItem = {
	kind: 'field'
	field: FieldRef
	alias?: string | undefined
	cast?: string | undefined
	aggregate?: Aggregate | undefined
	aggregateCast?: string | undefined
}
export type EmbedItem = {
	kind: 'embed'
	target: string
	alias?: string | undefined
	hint?: string | undefined
	join?: 'inner' | 'left' | undefined
	/** `...target(…)`: the columns become columns of the parent. */
	spread: boolean
	items: readonly SelectItem[]
}
export type SelectItem =
	| { kind: 'star' }
	/** `count()` of rows. */
	| { kind: 'count'; alias?: string | undefined; cast?: string | undefined }
	| FieldItem
	| EmbedItem

/** Comparison operators and their SQL. */
export const comparisons = {
	eq: '=',
	neq: '<>',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
	like: 'like',
	ilike: 'ilike',
	match: '~',
	imatch: '~*',
	cs: '@>',
	cd: '<@',
	ov: '&&',
	sl: '<<',
	sr: '>>',
	nxr: '&<',
	nxl: '&>',
	adj: '-|-',
	isdistinct: 'is distinct from',
} as const
export type Comparison = keyof typeof comparisons

/** Full-text search operators and their functions. */
export const searches = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
} as const
export type Search = keyof typeof searches

export const truths = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type Truth = (typeof truths)[number]

export type Operation =
	| { op: Comparison; value: string; quantifier?: 'any' | 'all' | undefined }
	| { op: 'in'; values: readonly string[] }
	| { op: 'is'; truth: Truth }
	| { op: Search; value: string; config?: string | undefined }

export type Filter = { kind: 'filter'; negated: boolean; field: FieldRef; test: Operation }
export type Group = { kind: 'and' | 'or'; negated: boolean; conditions: readonly Condition[] }
export type Condition = Filter | Group

export type OrderTerm = {
	/** Order by a column of this to-one embed. */
	relation?: string
	field: FieldRef
	descending: boolean
	nulls?: 'first' | 'last'
}

/** Names of embeds from the root to the addressed level; empty for the root. */
export type Path = readonly string[]

export type RestQuery = {
	select: readonly SelectItem[]
	conditions: { path: Path; condition: Condition }[]
	orders: { path: Path; terms: readonly OrderTerm[] }[]
	limits: { path: Path; limit?: number; offset?: number }[]
	columns?: readonly string[]
	onConflict?: readonly string[]
	/** Arguments of a function: keys that are neither reserved nor filters. */
	arguments: [name: string, value: string][]
}
