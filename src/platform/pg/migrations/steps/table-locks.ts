import { effectsByStatement, relationsIn, strongest } from '#platform/pg/migrations/statement-effects.ts'
import type { Effect } from '#platform/pg/migrations/table-alterations.ts'
import { compareTables, type LockOrder } from './lock-order.ts'

/** From the weakest to the strongest, as PostgreSQL names them. */
const modes = ['row exclusive', 'share update exclusive', 'share row exclusive', 'access exclusive'] as const

export type TableLock = { name: string; mode: (typeof modes)[number] }

/**
 * The locks that a migration takes on tables and views from before it, in the order in which its runner takes them: views, which a query
 * locks before their tables, then tables.
 */
export function locksOf(script: string, order: LockOrder): TableLock[] {
	const { views, publications } = relationsIn(script)
	const tables = new Map(strongest(effectsByStatement(script)).flatMap(lockOf))
	for (const name of publications) if (!tables.has(name)) tables.set(name, 'share update exclusive')
	for (const name of views) tables.delete(name)
	return [
		...views.map((name) => ({ name, mode: 'access exclusive' as const })),
		...[...tables].map(([name, mode]) => ({ name, mode })).sort((a, b) => compareTables(order, a.name, b.name)),
	]
}

/** The tables that a migration locks against writes, each where its text first does. */
export function tablesAsLocked(script: string): string[] {
	const locking = effectsByStatement(script).filter(({ blocks }) => blocks !== 'nobody')
	return [...new Set(locking.map(({ table }) => table))]
}

function lockOf({ table, rows, blocks }: Effect): [string, TableLock['mode']][] {
	if (blocks === 'all') return [[table, 'access exclusive']]
	if (blocks === 'writes') return [[table, 'share row exclusive']]
	return rows === 'writes' ? [[table, 'row exclusive']] : []
}
