import type pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'
import { CopyOut } from './copy-statements.ts'

/**
 * Reads the rows of a statement `copy … to stdout` in parts of whole rows, as fast as they are taken, with two parts in memory. The
 * connection may not be in pipeline mode; one that is left before the end is destroyed, as its rows cannot be left on the wire.
 * @param partBytes largest size of a part; a larger row is a part of its own
 * @throws the error of the server or the connection
 */
export async function* readRows(client: pg.Client, statement: string, partBytes: number): AsyncGenerator<Buffer> {
	const socket = socketOf(client)
	const parts: Buffer[] = []
	let batch = Buffer.allocUnsafe(partBytes)
	let size = 0
	let changed = Promise.withResolvers<void>()
	const flush = () => {
		if (size === 0) return
		parts.push(batch.subarray(0, size))
		batch = Buffer.allocUnsafe(partBytes)
		size = 0
		socket.pause()
		changed.resolve()
	}
	const output = new CopyOut(statement, (row) => {
		if (size + row.length > partBytes) flush()
		if (row.length <= partBytes) size += row.copy(batch, size)
		else {
			parts.push(Buffer.from(row))
			socket.pause()
			changed.resolve()
		}
	})
	let hasEnded = false
	try {
		client.query(output)
		const done = output.done.then(() => {
			hasEnded = true
		})
		while (!hasEnded) {
			await Promise.race([done, changed.promise])
			changed = Promise.withResolvers()
			for (let part = parts.shift(); part; part = parts.shift()) yield part
			socket.resume()
		}
		flush()
		for (const part of parts) yield part
	} finally {
		socket.resume()
		if (!hasEnded) socket.destroy()
	}
}
