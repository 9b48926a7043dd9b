import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { FileRefused } from './file-refused.ts'
import { openTable } from './open-table.ts'
import { openZip } from './open-zip.ts'
import type { Table, TableRow } from './table.ts'
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
		return request.kind === 'open' ? await open(request) : await next(request.isFirst)
	} catch (error) {
		const { message } = error as Error
		return error instanceof FileRefused
			? { kind: 'refused', message, format: error.offers }
			: { kind: 'failed', message }
	}
})

async function open({ limits, isZip, choices }: TableRequest & { kind: 'open' }): Promise<TableAnswer> {
	table = isZip ? await openZip(file, limits, choices) : await openTable([openSource(file)], limits, choices)
	return { kind: 'opened', file: table.file, headings: table.headings() }
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
