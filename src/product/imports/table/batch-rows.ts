import type { RawRow } from './table.ts'

/** Rows and characters of a batch; a single row may be longer. */
const mostRows = 500
const mostCharacters = 128 * 1024

/** Collects rows, or batches of any size, into batches that are neither small nor large. */
export async function* batchRows<Row extends RawRow>(rows: AsyncIterable<Row | Row[]>): AsyncGenerator<Row[]> {
	let batch: Row[] = []
	let length = 0
	for await (const some of rows) {
		for (const row of Array.isArray(some) ? some : [some]) {
			batch.push(row)
			for (const cell of row.cells) length += cell.length
			if (batch.length < mostRows && length < mostCharacters) continue
			yield batch
			batch = []
			length = 0
		}
	}
	if (batch.length > 0) yield batch
}
