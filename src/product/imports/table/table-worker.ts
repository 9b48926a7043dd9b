import { serialize } from 'node:v8'
import { answerJobs } from '#platform/worker-processes/answer-jobs.ts'
import { batchRows } from './batch-rows.ts'
import { FileRefused } from './file-refused.ts'
import { openTable } from './open-table.ts'
import { openZip } from './open-zip.ts'
import type { Table, TableRow } from './table.ts'
import type { TableAnswer, TableRequest } from './table-messages.ts'
import { openSource } from './table-source.ts'

/** The file arrives as this file descriptor. */
const file = 0
/** Bytes of packed rows that are kept, so that a second reading needs no parser. */
const keptBytes = 32 * 1024 * 1024

type Batch = TableAnswer & { kind: 'rows' }

let table: Table | undefined
let batches: AsyncGenerator<TableRow[]> | undefined
/** The batches that were read so far; null once they are too large. */
let kept: { batches: Batch[]; bytes: number } | null = { batches: [], bytes: 0 }
/** The next kept batch, when all of them were read before. */
let replayed: number | undefined

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
		await batches?.return(undefined)
		replayed = kept?.batches.at(-1)?.isLast ? 0 : undefined
		if (replayed === undefined) {
			batches = batchRows(table.batches())
			if (kept) kept = { batches: [], bytes: 0 }
		}
	}
	const known = replayed === undefined ? undefined : kept?.batches[replayed++]
	if (known) return { ...known, headings: table.headings() }
	const batch = await readBatch(table)
	keep(batch)
	return batch
}

async function readBatch(from: Table): Promise<Batch> {
	const read = await batches?.next()
	const rows = !read || read.done ? [] : read.value
	return { kind: 'rows', packed: serialize(rows), headings: from.headings(), isLast: rows.length === 0 }
}

function keep(batch: Batch): void {
	if (!kept) return
	kept.batches.push(batch)
	kept.bytes += batch.packed.length
	if (kept.bytes > keptBytes) kept = null
}
