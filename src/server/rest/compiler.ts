import type { Catalog, Relation } from './catalog.ts'
import { qualified, quoteIdentifier } from './identifier.ts'

/** What the operator decides about reads. */
export type Limits = {
	/** Rows that a read, an embed or a function's result is cut to. */
	maxRows: number
	/** Of the body of an answer. */
	maxAnswerBytes: number
	/** Allows sum, avg, min and max; count always is. */
	aggregates: boolean
}

/** Gathers what one statement needs: its bound values and its aliases. The text holds nothing else of a caller's. */
export class Compiler {
	readonly catalog: Catalog
	readonly limits: Limits
	readonly values: unknown[] = []
	#aliases = 0

	constructor(catalog: Catalog, limits: Limits) {
		this.catalog = catalog
		this.limits = limits
	}

	/** Binds a value and returns its placeholder. */
	bind(value: unknown): string {
		return `$${this.values.push(value)}`
	}

	alias(letter = 't'): string {
		return `${letter}${this.#aliases++}`
	}
}

/** Rows that expressions are compiled against. */
export type Source = {
	alias: string
	relation: Relation
	/** The name that error messages use. */
	label: string
	depth: number
	/** Notes that a column is read, for sources that must be told beforehand what to return. */
	use(column: string): void
	/** The whole row as an expression of the relation's row type. */
	row(): string
}

/** A relation read directly. */
export function relationSource(alias: string, relation: Relation, depth: number): Source {
	const label = depth === 0 ? relation.name : `${relation.name}_${depth}`
	return { alias, relation, label, depth, use: () => {}, row: () => `${alias}.*` }
}

/** The rows that a write returned; `used` collects the columns that it must return. */
export function returnedSource(alias: string, relation: Relation, used: Set<string>): Source {
	return {
		alias,
		relation,
		label: relation.name,
		depth: 0,
		use: (column) => used.add(column),
		row() {
			const columns = [...relation.columns.keys()]
			for (const column of columns) used.add(column)
			const list = columns.map((column) => `${alias}.${quoteIdentifier(column)}`).join(', ')
			return `row(${list})::${qualified(relation)}`
		},
	}
}

/** A known column of a source. */
export function columnOf(source: Source, name: string): string {
	source.use(name)
	return `${source.alias}.${quoteIdentifier(name)}`
}
