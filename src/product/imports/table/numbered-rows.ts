import { type FileLimits, FileRefused } from './file-refused.ts'
import type { RawRow, TableRow } from './table.ts'

/** Rows with their numbers. @throws FileRefused when there are too many */
export async function* numberedRows(
	batches: AsyncIterable<RawRow[]>,
	{ rows: most }: FileLimits,
): AsyncGenerator<TableRow[]> {
	let number = 0
	for await (const batch of batches) {
		if (number + batch.length > most)
			throw new FileRefused(`The file has more than ${most.toLocaleString('en')} rows. Split it and import the parts.`)
		yield batch.map((row) => ({ ...row, row: ++number }))
	}
}
