import type { Tx } from '#platform/pg/db.ts'
import { closeArchiveTable, nextArchiveRows, openArchiveTable } from './queries.ts'

export type LineCount = { rows: number }

export const jsonLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

/** The rows of a table as JSON lines, some hundred at a time. `count` is written as they are read. */
export async function* tableLines(tx: Tx, space: string, table: string, count: LineCount): AsyncGenerator<Buffer> {
	await tx.query(openArchiveTable(space, table))
	for (;;) {
		const rows = await tx.query<{ line: string }>(nextArchiveRows())
		if (rows.length === 0) break
		count.rows += rows.length
		yield Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`)
	}
	await tx.query(closeArchiveTable())
}
