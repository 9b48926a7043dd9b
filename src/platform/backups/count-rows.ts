import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { countedTables } from './queries.ts'

/** Timeout for the rows of one table, in milliseconds; a larger table is not compared. */
const countTimeout = 60_000

/** Rows and changes so far of each table, by its quoted name. */
export type TableCounts = Map<string, { rows: number; changes: string }>

/** Counts the rows of all lasting tables. Reading them all also checks the checksum of each page. */
export function countRows(owner: pg.ClientConfig): Promise<TableCounts> {
	return withClient(owner, async (client) => {
		const counts: TableCounts = new Map()
		await client.query(`set statement_timeout = ${countTimeout}`)
		const { rows: tables } = await client.query<{ name: string; changes: string }>(countedTables)
		for (const { name, changes } of tables) {
			const found = await client
				.query<{ count: string }>(`select count(*) from ${name}`)
				.catch((error: { code?: string }) => {
					// It was dropped meanwhile, or is too large.
					if (error.code === '42P01' || error.code === '57014') return undefined
					throw error
				})
			if (found) counts.set(name, { rows: Number(found.rows[0]?.count), changes })
		}
		return counts
	})
}

/** The rows of tables that have not changed between two counts. */
export function unchangedRows(before: TableCounts, after: TableCounts): Record<string, number> {
	return Object.fromEntries(
		[...after].flatMap(([name, { rows, changes }]) => {
			const earlier = before.get(name)
			return earlier?.rows === rows && earlier.changes === changes ? [[name, rows]] : []
		}),
	)
}
