import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { openWorkerSession, WorkerEnded } from '#platform/worker-processes/worker-session.ts'
import { tableLimits } from '#shared/parser-limits.ts'
import { type FileLimits, FileRefused } from './file-refused.ts'
import { openTable } from './open-table.ts'
import type { ChosenReading, Table, TableRow } from './table.ts'
import type { TableAnswer, TableRequest } from './table-messages.ts'
import { sourceOf } from './table-source.ts'

const program = fileURLToPath(new URL('./table-worker.ts', import.meta.url))

/**
 * Opens a file of rows for work. A workbook, another ZIP, and a file of more than 64 KB, is parsed in a process of its own, so that no file
 * takes the server along.
 * @throws FileRefused, also when the process needed too much memory or time
 */
export async function withTable<T>(
	path: string,
	limits: FileLimits,
	choices: ChosenReading,
	work: (table: Table) => Promise<T>,
): Promise<T> {
	const file = await open(path)
	try {
		const isPacked = await isZip(file)
		if (!isPacked && (await file.stat()).size <= tableLimits.bytesInServer)
			return await work(await openTable([sourceOf(await file.readFile())], limits, choices))
		return await withTableProcess(file, { kind: 'open', limits, isZip: isPacked, choices }, work)
	} finally {
		await file.close()
	}
}

async function isZip(file: FileHandle): Promise<boolean> {
	const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
	return buffer.readUInt32BE() === 0x504b0304
}

async function withTableProcess<T>(
	file: FileHandle,
	request: TableRequest,
	work: (table: Table) => Promise<T>,
): Promise<T> {
	const options = { program, limits: tableLimits.process, file: file.fd }
	const session = await openWorkerSession<TableRequest, TableAnswer>(options)
	const ask = async (request: TableRequest): Promise<TableAnswer> => {
		const answer = await session.ask(request).catch((error) => {
			throw error instanceof WorkerEnded ? tooCostly(error) : error
		})
		if (answer.kind === 'refused') throw new FileRefused(answer.message, { format: answer.format })
		if (answer.kind === 'failed') throw new Error(`a table could not be read: ${answer.message}`)
		return answer
	}
	try {
		const opened = await ask(request)
		if (opened.kind !== 'opened') throw new Error('the file was not opened')
		let { headings } = opened
		const batches = () =>
			readBatches(ask, (found) => {
				headings = found
			})
		return await work({ file: opened.file, headings: () => headings, batches })
	} finally {
		session.close()
	}
}

/** The rows in batches, of which the next is read while one is used. */
async function* readBatches(
	ask: (request: TableRequest) => Promise<TableAnswer>,
	onHeadings: (headings: string[]) => void,
): AsyncGenerator<TableRow[]> {
	const request = (isFirst: boolean) => {
		const answer = ask({ kind: 'next', isFirst })
		// It is awaited below, unless the reader has enough before.
		answer.catch(() => {})
		return answer
	}
	for (let next = request(true); ; ) {
		const answer = await next
		if (answer.kind !== 'rows') throw new Error('the process sent no rows')
		if (!answer.isLast) next = request(false)
		onHeadings(answer.headings)
		yield deserialize(answer.packed) as TableRow[]
		if (answer.isLast) return
	}
}

function tooCostly(cause: Error): FileRefused {
	return new FileRefused('This file takes too much memory or time to read. Split it and import the parts.', { cause })
}
