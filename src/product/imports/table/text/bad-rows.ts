import type { RawBatches, RawRow } from '#product/imports/table/table.ts'
import { repairBadBytes } from './bad-bytes.ts'
import type { TextEncoding } from './decode-text.ts'

/** A reader of rows that names those with bad bytes, and mends their cells where that is likely to be right. */
export function withBadRows(read: () => RawBatches, { name, hasBadBytes }: TextEncoding) {
	if (name === 'UTF-8' && !hasBadBytes) return read
	const fix = name === 'UTF-8' ? repairBadBytes : (cell: string) => cell
	const fixRow = (row: RawRow): RawRow => {
		const cells = row.cells.map(fix)
		const isBad = cells.some((cell, at) => cell !== row.cells[at] || (name !== 'UTF-8' && cell.includes('\ufffd')))
		return isBad ? { ...row, cells, hasBadBytes: true } : row
	}
	return async function* batches(): RawBatches {
		for await (const batch of read()) yield batch.map(fixRow)
	}
}
