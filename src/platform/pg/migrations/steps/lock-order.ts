import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of tables, in the order in which requests lock them. */
export type LockOrder = readonly string[]

/**
 * Reads the order in which a submission and the page of a form lock tables. A migration that follows it seldom holds a table for which a request
 * waits while that request holds the next one.
 * @param folder db/
 */
export async function readLockOrder(folder: string): Promise<LockOrder> {
	const text = await readFile(join(folder, 'lock-order.txt'), 'utf8')
	return text.split('\n').filter((line) => line !== '')
}

/** Compares two tables by the order in which every migration locks them: those of requests first, then all others by name. */
export function compareTables(order: LockOrder, a: string, b: string): number {
	return placeIn(order, a) - placeIn(order, b) || (a < b ? -1 : Number(a > b))
}

function placeIn(order: LockOrder, table: string): number {
	const place = order.indexOf(table)
	return place < 0 ? order.length : place
}

/** @returns pairs of tables that are locked one after the other against the order: the earlier one, and the one that should come before it */
export function findDisorder(order: LockOrder, tables: readonly string[]): [string, string][] {
	return tables.flatMap((table, index) => {
		const before = tables.slice(0, index).filter((other) => compareTables(order, other, table) > 0)
		return before[0] ? [[before[0], table] as [string, string]] : []
	})
}
