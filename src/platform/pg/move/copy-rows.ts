import type pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'

/** The part of the driver's connection that COPY uses. */
type CopyConnection = {
	query(text: string): void
	sendCopyFromChunk(chunk: Buffer): void
	endCopyFrom(): void
	sendCopyFail(reason: string): void
}

/** Bytes that are collected before they are sent: PostgreSQL sends each row by itself. */
const batchBytes = 65_536

/**
 * Streams the rows of a statement `copy … to stdout` into another, `copy … from stdin`, as fast as the slower side, with some hundred
 * kilobytes in memory. Neither connection may be in pipeline mode. After a failure the source's connection is destroyed, as the rest
 * of its rows cannot be left on the wire.
 * @throws the error of the side that failed first
 */
export async function copyRows(source: pg.Client, target: pg.Client, from: string, into: string): Promise<void> {
	const input = new CopyIn(into)
	const [reading, writing] = [socketOf(source), socketOf(target)]
	target.query(input)
	await input.isOpen
	input.done.catch(() => reading.destroy())
	const batch = Buffer.allocUnsafe(batchBytes)
	let size = 0
	const flush = () => {
		if (size > 0) input.write(batch.subarray(0, size))
		size = 0
		if (writing.writableNeedDrain) reading.pause()
	}
	const output = new CopyOut(from, (row) => {
		if (size + row.length > batchBytes) flush()
		if (row.length > batchBytes) return input.write(row)
		// The parser of the driver uses its buffer again.
		size += row.copy(batch, size)
	})
	const resume = () => reading.resume()
	writing.on('drain', resume)
	try {
		source.query(output)
		await output.done
		flush()
		input.end()
	} catch (error) {
		if (!input.hasFailed) {
			input.fail()
			await input.done.catch(() => {})
			throw error
		}
	} finally {
		writing.off('drain', resume)
		resume()
	}
	await input.done
}

/** A statement that is sent as it is, with the methods that the driver calls on its answers. */
class CopyStatement {
	readonly #text: string
	readonly #end = Promise.withResolvers<void>()
	readonly done = this.#end.promise

	constructor(text: string) {
		this.#text = text
		this.done.catch(() => {})
	}
	submit(connection: unknown): void {
		;(connection as CopyConnection).query(this.#text)
	}
	handleCommandComplete(): void {}
	handleReadyForQuery(): void {
		this.#end.resolve()
	}
	handleError(error: Error): void {
		this.#end.reject(error)
	}
}

class CopyOut extends CopyStatement {
	readonly #take: (row: Buffer) => void

	constructor(text: string, take: (row: Buffer) => void) {
		super(text)
		this.#take = take
	}
	handleCopyData({ chunk }: { chunk: Buffer }): void {
		this.#take(chunk)
	}
}

class CopyIn extends CopyStatement {
	readonly #open = Promise.withResolvers<void>()
	readonly isOpen = this.#open.promise
	#connection: CopyConnection | undefined
	hasFailed = false

	handleCopyInResponse(connection: CopyConnection): void {
		this.#connection = connection
		this.#open.resolve()
	}
	override handleError(error: Error): void {
		// The server drops what is sent after a failure.
		this.#connection = undefined
		this.hasFailed = true
		this.#open.reject(error)
		super.handleError(error)
	}
	write(rows: Buffer): void {
		this.#connection?.sendCopyFromChunk(rows)
	}
	end(): void {
		this.#connection?.endCopyFrom()
	}
	/** Makes the server undo the statement, as the rows end too early. */
	fail(): void {
		this.#connection?.sendCopyFail('the source failed')
	}
}
