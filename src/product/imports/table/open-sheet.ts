import { type FileLimits, tooManyColumns } from './file-refused.ts'
import { findHeadings } from './heading-rows.ts'
import { numberedRows } from './numbered-rows.ts'
import type { RawBatches, RawRow, Table, TableFile } from './table.ts'

/** Rows at the beginning that the headings are looked for in. */
const sampledRows = 60
/** Rows among them that cannot be read: each may cost a look at all that follows it. */
const sampledBroken = 3

type Sheet = {
	file: Omit<TableFile, 'heading_row'>
	read: () => RawBatches
	limits: FileLimits
	/** The line that the member chose. */
	headingRow: number | null | undefined
	/** A row that is wider than the headings gets columns of its own; otherwise its further cells are left as they are. */
	isGrowing: boolean
}

/** Opens rows of cells, of which one may hold the headings. @throws FileRefused when there are too many columns */
export async function openSheet({ file, read, limits, headingRow, isGrowing }: Sheet): Promise<Table> {
	const sample = await firstRows(read())
	const found = findHeadings(sample, headingRow)
	const headings = found.headings.map((heading, at) => heading || nameless(at))
	const body = sample.slice(found.rows)
	const width = Math.max(
		usedWidth(found.headings),
		isGrowing || found.at === undefined ? widest(body) : usualWidth(body),
	)
	// A sheet may end in thousands of separators.
	if (headings.length > limits.columns) headings.length = Math.min(headings.length, width)
	if (width > limits.columns) throw tooManyColumns(width, limits)
	extend(headings, width)

	async function* belowHeadings(): RawBatches {
		let left = found.rows
		for await (const batch of read()) {
			const rows = left > 0 ? batch.slice(left) : batch
			left -= batch.length
			if (isGrowing) grow(rows)
			yield rows
		}
	}

	function grow(rows: readonly RawRow[]): void {
		for (const { cells } of rows) {
			if (cells.length > limits.columns) throw tooManyColumns(cells.length, limits)
			if (cells.length > headings.length) extend(headings, cells.length)
		}
	}

	const line = found.at === undefined ? 0 : (sample[found.at]?.line ?? found.at + 1)
	return {
		file: { ...file, heading_row: line },
		headings: () => headings,
		batches: () => numberedRows(belowHeadings(), limits),
	}
}

async function firstRows(batches: RawBatches): Promise<RawRow[]> {
	const found: RawRow[] = []
	let broken = 0
	for await (const batch of batches) {
		for (const row of batch) {
			if (row.problem) broken++
			if (found.push(row) >= sampledRows || broken > sampledBroken) return found
		}
	}
	return found
}

const nameless = (at: number) => `Column ${at + 1}`

function extend(headings: string[], width: number): void {
	while (headings.length < width) headings.push(nameless(headings.length))
}

const usedWidth = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

function widest(rows: readonly RawRow[]): number {
	return Math.max(0, ...rows.map(({ cells, problem }) => (problem ? 0 : usedWidth(cells))))
}

/** The width that nearly all rows have. */
function usualWidth(rows: readonly RawRow[]): number {
	const widths = rows.map(({ cells }) => usedWidth(cells)).sort((a, b) => a - b)
	return widths[Math.floor(widths.length / 10)] ?? 0
}
