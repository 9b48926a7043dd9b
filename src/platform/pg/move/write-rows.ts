import type pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'
import { CopyIn } from './copy-statements.ts'

/**
 * Streams bytes into a statement `copy … from stdin`, as fast as the server takes them. The connection may not be in pipeline mode.
 * @throws the error of the side that failed first; no row is kept then
 */
export async function writeRows(client: pg.Client, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
	const socket = socketOf(client)
	const input = new CopyIn(statement)
	client.query(input as unknown as pg.Submittable)
	await input.isOpen
	try {
		for await (const chunk of rows) {
			input.write(chunk)
			if (input.hasFailed) break
			if (socket.writableNeedDrain) await Promise.race([drained(socket), input.done])
		}
		input.end()
	} catch (error) {
		await input.failFor(error)
	}
	await input.done
}

const drained = (socket: NodeJS.WritableStream) => new Promise<void>((resolve) => socket.once('drain', resolve))
