import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileLimits } from '#product/imports/table/file-refused.ts'
import { openZip } from '#product/imports/table/open-zip.ts'
import type { ChosenReading, Table, TableFile, TableRow } from '#product/imports/table/table.ts'
import { withTable } from '#product/imports/table/with-table.ts'

const limits: FileLimits = { bytes: 64 * 1024 * 1024, rows: 100_000, columns: 500 }

type ReadTable = TableFile & { headings: string[]; rows: TableRow[] }

/** Reads a file to its end, as an import does. */
export function readTable(
	content: string | Uint8Array,
	choices: ChosenReading = {},
	more: Partial<FileLimits> = {},
): Promise<ReadTable> {
	return withFile(content, (path) => withTable(path, { ...limits, ...more }, choices, readAll))
}

/** Reads a ZIP to its end without the process that an import starts for it, which takes longer than the reading. */
export function readPacked(content: Uint8Array, choices: ChosenReading = {}): Promise<ReadTable> {
	return withFile(content, async (path) => {
		const file = await open(path)
		return openZip(file.fd, limits, choices)
			.then(readAll)
			.finally(() => file.close())
	})
}

async function withFile<T>(content: string | Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-table-'))
	try {
		const path = join(folder, 'file')
		await writeFile(path, content)
		return await work(path)
	} finally {
		await rm(folder, { recursive: true })
	}
}

async function readAll(table: Table): Promise<ReadTable> {
	const rows: TableRow[] = []
	for await (const batch of table.batches()) rows.push(...batch)
	return { ...table.file, headings: [...table.headings()], rows }
}

/** The cells of a file, without its headings. */
export const cellsOf = async (...given: Parameters<typeof readTable>) =>
	(await readTable(...given)).rows.map(({ cells }) => cells)
