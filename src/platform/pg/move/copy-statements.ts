/** The part of the driver's connection that COPY uses. */
type CopyConnection = {
	query(text: string): void
	sendCopyFromChunk(chunk: Buffer): void
	endCopyFrom(): void
	sendCopyFail(reason: string): void
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

/** A statement `copy … to stdout`, whose rows are given to a function. It must copy them: the driver uses its buffer again. */
export class CopyOut extends CopyStatement {
	readonly #take: (row: Buffer) => void

	constructor(text: string, take: (row: Buffer) => void) {
		super(text)
		this.#take = take
	}
	handleCopyData({ chunk }: { chunk: Buffer }): void {
		this.#take(chunk)
	}
}

/** A statement `copy … from stdin`. Rows are written once it is open. */
export class CopyIn extends CopyStatement {
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
	/** Makes the server undo the statement, as the rows end too early. @throws the error of their source, unless the statement failed first */
	async failFor(error: unknown): Promise<void> {
		if (this.hasFailed) return
		this.#connection?.sendCopyFail('the source failed')
		await this.done.catch(() => {})
		throw error
	}
}
