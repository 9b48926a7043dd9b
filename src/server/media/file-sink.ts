import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { spend } from '#server/http/spend.ts'
import { FileTooLarge } from './file-store.ts'

/** How much may be written without looking at the disk again. */
const checkSpaceEvery = 32 * 1024 * 1024
/** How much the disk is given to begin with. */
const flushEvery = 16 * 1024 * 1024
/** Bytes that wait while others are written, to be written together. */
const buffered = 1024 * 1024

/** What a stream is held to while it is written. */
export type Writing = {
	/** Where in the file it begins. */
	at?: number
	/** Bytes that it may have. */
	most?: number
	/** Called now and then to see whether there is room. */
	look: () => Promise<void>
	/** Sees every chunk. */
	note?: (chunk: Uint8Array) => void
	/** Whether chunks are nobody else's, so that their memory may be given back once they are written. */
	isSpent?: boolean
}

/** Writes into an open file and syncs it at the end. Fails with FileTooLarge, with what `look` throws, or as the disk does. */
export class FileSink extends Writable {
	/** Bytes written so far. */
	size = 0
	private lookedAt = 0
	private flushedAt = 0
	private flushing: Promise<void> = Promise.resolve()
	private readonly file: FileHandle
	private readonly writing: Writing

	constructor(file: FileHandle, writing: Writing) {
		super({ highWaterMark: buffered })
		this.file = file
		this.writing = writing
	}

	override _write(chunk: Buffer, _: string, done: (error?: Error | null) => void): void {
		this.append([chunk]).then(() => done(), done)
	}

	override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
		this.append(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
	}

	override _final(done: (error?: Error | null) => void): void {
		this.flushing.then(() => this.file.sync()).then(() => done(), done)
	}

	/** Has the disk begin with what is there, so that at the end there is little to wait for. */
	private flush(): void {
		this.flushedAt = this.size
		this.flushing = this.flushing.then(() => this.file.datasync())
		// Met at the end.
		this.flushing.catch(() => {})
	}

	private async append(chunks: Buffer[]): Promise<void> {
		const { at = 0, most = Number.POSITIVE_INFINITY, look, note, isSpent } = this.writing
		const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
		if (this.size + length > most) throw new FileTooLarge(`more than ${most} bytes`)
		if (this.size - this.lookedAt > checkSpaceEvery) {
			await look()
			this.lookedAt = this.size
		}
		if (note) for (const chunk of chunks) note(chunk)
		// At its place, never just at the end: should two writers meet, one cannot push the other's bytes aside.
		await writeAll(this.file, chunks, at + this.size)
		this.size += length
		if (isSpent) chunks.forEach(spend)
		if (this.size - this.flushedAt > flushEvery) this.flush()
	}
}

async function writeAll(file: FileHandle, chunks: Buffer[], at: number): Promise<void> {
	const { bytesWritten } = await file.writev(chunks, at)
	const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
	if (bytesWritten === length) return
	if (bytesWritten === 0) throw new Error('the disk takes nothing')
	await writeAll(file, [Buffer.concat(chunks).subarray(bytesWritten)], at + bytesWritten)
}
