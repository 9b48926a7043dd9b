import type { RawBatches, RawRow } from './table.ts'

/** Rows and characters of a batch; a single row may be longer. */
const mostRows = 500
const mostCharacters = 64 * 1024

/** Collects rows into batches. */
export async function* batchRows(rows: AsyncIterable<RawRow>): RawBatches {
	let batch: RawRow[] = []
	let length = 0
	for await (const row of rows) {
		batch.push(row)
		for (const cell of row.cells) length += cell.length
		if (batch.length < mostRows && length < mostCharacters) continue
		yield batch
		batch = []
		length = 0
	}
	if (batch.length > 0) yield batch
}
