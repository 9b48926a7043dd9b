import { qualifiedName } from '#platform/pg/identifiers.ts'
import type { DataRepresentation } from '#platform/rest/catalog/catalog.ts'
import { closestName } from '#platform/rest/catalog/closest-name.ts'
import { RestError } from '#platform/rest/errors.ts'
import type { FieldRef } from '#platform/rest/parse/ast.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'

/** An expression and the unqualified name of its type. */
export type Expression = {
	sql: string
	base: string
	representation?: DataRepresentation | undefined
}

/**
 * Compiles a column, a computed column, or a path into their JSON.
 * @throws RestError 42703 when the relation has no such column
 */
export function compileField(c: Compiler, source: Source, { name, path }: FieldRef): Expression {
	const start = compileColumn(source, name)
	if (path.length === 0) return start
	const json = start.base === 'json' || start.base === 'jsonb'
	let sql = json ? start.sql : `to_jsonb(${start.sql})`
	for (const [i, { arrow, key }] of path.entries()) {
		// A key without a type makes PostgreSQL refuse a step into text.
		const type = typeof key === 'number' ? '::int4' : path[i - 1]?.arrow === '->>' ? '' : '::text'
		sql += `${arrow}${c.bind(key)}${type}`
	}
	return {
		sql: `(${sql})`,
		base: path.at(-1)?.arrow === '->>' ? 'text' : json ? start.base : 'jsonb',
	}
}

function compileColumn(source: Source, name: string): Expression {
	const column = source.relation.columns.get(name)
	if (column) return { sql: columnOf(source, name), base: column.base, representation: column.representation }
	const routine = source.relation.computed.get(name)
	if (routine) return { sql: `${qualifiedName(routine)}(${source.row()})`, base: routine.type }
	throw undefinedColumnError(source.label, name, source.relation.columns.keys())
}

export function hasField({ relation }: Source, name: string): boolean {
	return relation.columns.has(name) || relation.computed.has(name)
}

/**
 * Compiles a cast.
 * @throws RestError 42704 for an unknown type
 */
export function castTo(c: Compiler, sql: string, type: string | undefined): string {
	if (type === undefined) return sql
	const known = c.catalog.types.get(type) ?? c.catalog.types.get(type.toLowerCase())
	if (!known) throw new RestError(400, '42704', `type "${type}" does not exist`)
	return `${sql}::${known}`
}

/** The key of a selected field: the alias, else the last JSON key, else the column's name. */
export function outputKey({ name, path }: FieldRef, alias: string | undefined): string {
	if (alias !== undefined) return alias
	const key = path.findLast((step) => typeof step.key === 'string')?.key
	return typeof key === 'string' ? key : name
}

/** PostgreSQL's error for an unknown column; only columns of the catalog are compiled. */
export function undefinedColumnError(
	relation: string,
	column: string,
	known: Iterable<string>,
	qualifiedName = `${relation}.${column}`,
): RestError {
	const near = closestName(column, known, 0.6)
	return new RestError(400, '42703', `column ${qualifiedName} does not exist`, {
		hint: near && `Perhaps you meant to reference the column "${relation}.${near}".`,
	})
}
