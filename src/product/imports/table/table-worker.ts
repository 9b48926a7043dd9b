import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { type FileLimits, FileRefused } from './file-refused.ts'
import { openTable, type Table, type TableRow } from './open-table.ts'
import { openZipTables } from './read-zip.ts'
import type { TableAnswer, TableRequest } from './table-messages.ts'
import { openSource } from './table-source.ts'

/** The file arrives as this file descriptor. */
const file = 0
/** Rows and characters of a batch; a single row may be longer. */
const batchRows = 500
const batchLength = 512 * 1024

let table: Table | undefined
let rows: AsyncGenerator<TableRow> | undefined

/** Worker process that reads the rows of one file, any number of times: its bytes meet parsers here. */
answerJobs(async (request: TableRequest): Promise<TableAnswer> => {
	try {
		return request.kind === 'open' ? await open(request.limits, request.isZip) : await next(request.isFirst)
	} catch (error) {
		return { kind: error instanceof FileRefused ? 'refused' : 'failed', message: (error as Error).message }
	}
})

async function open(limits: FileLimits, isZip: boolean): Promise<TableAnswer> {
	table = await openTable(isZip ? await openZipTables(file, limits.bytes) : [openSource(file)], limits)
	const { format, encoding, delimiter } = table
	return { kind: 'opened', format, encoding, delimiter, headings: table.headings() }
}

async function next(isFirst: boolean): Promise<TableAnswer> {
	if (!table) throw new Error('no file is open')
	if (isFirst) {
		await rows?.return(undefined)
		rows = table.rows()
	}
	const batch: TableRow[] = []
	let length = 0
	while (batch.length < batchRows && length < batchLength) {
		const row = await rows?.next()
		if (!row || row.done) return { kind: 'rows', rows: batch, headings: table.headings(), isLast: true }
		batch.push(row.value)
		length += row.value.cells.reduce((sum, cell) => sum + cell.length, 0)
	}
	return { kind: 'rows', rows: batch, headings: table.headings(), isLast: false }
}
