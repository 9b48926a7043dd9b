import type { FieldRef } from './ast.ts'
import type { Shape } from './catalog.ts'
import { type Compiler, columnOf, type Source } from './compiler.ts'
import { qualified } from './identifier.ts'
import { RestProblem, undefinedColumn } from './problem.ts'

/** An expression and the bare name of its type. */
export type Expression = { sql: string; base: string; shape?: Shape | undefined }

/**
 * A column, a computed column, or a place inside their JSON.
 * @throws RestProblem 42703 when the relation has no such column
 */
export function compileField(c: Compiler, source: Source, { name, path }: FieldRef): Expression {
	const start = compileColumn(source, name)
	if (path.length === 0) return start
	const json = start.base === 'json' || start.base === 'jsonb'
	let sql = json ? start.sql : `to_jsonb(${start.sql})`
	for (const [i, { arrow, key }] of path.entries()) {
		// Behind a text there is no step, and PostgreSQL says so of a key without a type.
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
	if (column) return { sql: columnOf(source, name), base: column.base, shape: column.shape }
	const routine = source.relation.computed.get(name)
	if (routine) return { sql: `${qualified(routine)}(${source.row()})`, base: routine.type }
	throw undefinedColumn(source.label, name, source.relation.columns.keys())
}

/** True when a name can be read from a source. */
export function hasField({ relation }: Source, name: string): boolean {
	return relation.columns.has(name) || relation.computed.has(name)
}

/**
 * A cast to a type that the database knows.
 * @throws RestProblem 42704 otherwise
 */
export function castTo(c: Compiler, sql: string, type: string | undefined): string {
	if (type === undefined) return sql
	const known = c.catalog.types.get(type) ?? c.catalog.types.get(type.toLowerCase())
	if (!known) throw new RestProblem(400, '42704', `type "${type}" does not exist`)
	return `${sql}::${known}`
}

/** The key of a selected field: the alias, else the last JSON key, else the column's name. */
export function outputKey({ name, path }: FieldRef, alias: string | undefined): string {
	if (alias !== undefined) return alias
	const key = path.findLast((step) => typeof step.key === 'string')?.key
	return typeof key === 'string' ? key : name
}
