import type { AnyRelationship, ColumnPair } from './catalog.ts'
import { type Compiler, columnOf, relationSource, type Source } from './compiler.ts'
import { qualified, quoteIdentifier } from './identifier.ts'

/** The rows of an embed: where they come from and what ties them to their parent. */
export type Join = {
	from: string
	on: string[]
	source: Source
	/** Columns of the parent that the tie reads. */
	parentColumns: string[]
}

/** Where an embed's rows come from: a computed relationship's function, or a table tied by foreign keys. */
export function compileJoin(c: Compiler, relationship: AnyRelationship, parent: Source): Join {
	const alias = c.alias()
	const source = relationSource(alias, relationship.to, parent.depth + 1)
	if (relationship.kind === 'computed') {
		const row = parent.row()
		const from = `${qualified(relationship.routine)}(${row}) as ${alias}`
		return { from, on: [], source, parentColumns: [row] }
	}
	const from = `${qualified(relationship.to)} as ${alias}`
	const { junction } = relationship
	if (!junction) {
		const on = equalities(relationship.columns, parent, alias)
		return { from, on, source, parentColumns: locals(relationship.columns, parent) }
	}
	const middle = c.alias('j')
	return {
		from: `${from}, ${qualified(junction.relation)} as ${middle}`,
		on: [
			...equalities(junction.near.columns, parent, middle),
			...equalities(junction.far.columns, source, middle),
		],
		source,
		parentColumns: locals(junction.near.columns, parent),
	}
}

function equalities(columns: readonly ColumnPair[], left: Source, right: string): string[] {
	return columns.map(
		({ local, foreign }) => `${right}.${quoteIdentifier(foreign)} = ${columnOf(left, local)}`,
	)
}

function locals(columns: readonly ColumnPair[], parent: Source): string[] {
	return columns.map(({ local }) => columnOf(parent, local))
}
