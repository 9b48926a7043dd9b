import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileLimits } from '#product/imports/table/file-refused.ts'
import type { ChosenReading, TableFile, TableRow } from '#product/imports/table/table.ts'
import { withTable } from '#product/imports/table/with-table.ts'

const limits: FileLimits = { bytes: 64 * 1024 * 1024, rows: 100_000, columns: 500 }

type ReadTable = TableFile & { headings: string[]; rows: TableRow[] }

/** Reads a file to its end, as an import does. */
export async function readTable(
	content: string | Uint8Array,
	choices: ChosenReading = {},
	more: Partial<FileLimits> = {},
): Promise<ReadTable> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-table-'))
	try {
		const path = join(folder, 'file')
		await writeFile(path, content)
		return await withTable(path, { ...limits, ...more }, choices, async (table) => {
			const rows: TableRow[] = []
			for await (const row of table.rows()) rows.push(row)
			return { ...table.file, headings: [...table.headings()], rows }
		})
	} finally {
		await rm(folder, { recursive: true })
	}
}

/** The cells of a file, without its headings. */
export const cellsOf = async (...given: Parameters<typeof readTable>) =>
	(await readTable(...given)).rows.map(({ cells }) => cells)
