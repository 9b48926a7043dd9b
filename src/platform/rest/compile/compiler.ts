import { qualifiedName, quoteIdentifier } from '#platform/pg/identifiers.ts'
import type { Catalog, Relation } from '#platform/rest/catalog/catalog.ts'

/** Limits of reads, set by the operator. */
export type QueryLimits = {
	/** Maximum rows of a read, an embed or a function's result. */
	maxRows: number
	maxAnswerBytes: number
	/** Allows sum, avg, min and max; count is always allowed. */
	aggregates: boolean
}

/** Collects the bound values and aliases of one statement. Its text has nothing from a caller. */
export class Compiler {
	readonly catalog: Catalog
	readonly limits: QueryLimits
	readonly values: unknown[] = []
	#aliases = 0

	constructor(catalog: Catalog, limits: QueryLimits) {
		this.catalog = catalog
		this.limits = limits
	}

	bind(value: unknown): string {
		return `$${this.values.push(value)}`
	}

	alias(letter = 't'): string {
		return `${letter}${this.#aliases++}`
	}
}

/** A `where` clause of conditions; empty without any. */
export function whereClause(conditions: readonly string[]): string {
	return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

/** A row source of expressions. */
export type Source = {
	alias: string
	relation: Relation
	/** Name in error messages. */
	label: string
	depth: number
	/** Marks a column as read, for `returning`. */
	markUsed(column: string): void
	/** The row as an expression of the relation's row type. */
	row(): string
}

export function relationSource(alias: string, relation: Relation, depth: number): Source {
	const label = depth === 0 ? relation.name : `${relation.name}_${depth}`
	return { alias, relation, label, depth, markUsed: () => {}, row: () => `${alias}.*` }
}

/** The rows of a write; `used` collects the columns for `returning`. */
export function returnedSource(alias: string, relation: Relation, used: Set<string>): Source {
	return {
		alias,
		relation,
		label: relation.name,
		depth: 0,
		markUsed: (column) => used.add(column),
		row() {
			const columns = [...relation.columns.keys()]
			for (const column of columns) used.add(column)
			const list = columns.map((column) => `${alias}.${quoteIdentifier(column)}`).join(', ')
			return `row(${list})::${qualifiedName(relation)}`
		},
	}
}

/** A column of a source, which must be known. */
export function columnOf(source: Source, name: string): string {
	source.markUsed(name)
	return `${source.alias}.${quoteIdentifier(name)}`
}
