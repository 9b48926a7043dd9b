import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { releaseBuffer } from '#platform/http/release-buffer.ts'
import { FileTooLarge } from '#platform/media/files/file-store.ts'

/** Bytes between two checks of the disk space. */
const checkSpaceEvery = 32 * 1024 * 1024
/** Bytes between two requests to start writeback. */
const flushEvery = 16 * 1024 * 1024
/** Bytes that are buffered while others are written, to be written together. */
const buffered = 1024 * 1024

/** Limits of a stream while it is written. */
export type SinkOptions = {
	at?: number
	maxBytes?: number
	/** Called regularly to check the free space. */
	checkSpace: () => Promise<void>
	onChunk?: (chunk: Uint8Array) => void
	/** True when the chunks are unshared, so that their memory may be released after the write. */
	releaseBuffers?: boolean
}

/**
 * Writes into an open file and syncs it at the end. Fails with FileTooLarge, with the error of `checkSpace`, or with
 * the disk's error.
 */
export class FileSink extends Writable {
	size = 0
	private spaceCheckedAt = 0
	private flushedAt = 0
	private flushing: Promise<void> = Promise.resolve()
	private readonly file: FileHandle
	private readonly options: SinkOptions

	constructor(file: FileHandle, options: SinkOptions) {
		super({ highWaterMark: buffered })
		this.file = file
		this.options = options
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

	/** Starts writeback of written bytes, so that the final sync is short. */
	private flush(): void {
		this.flushedAt = this.size
		this.flushing = this.flushing.then(() => this.file.datasync())
		// Its error is reported by the final sync.
		this.flushing.catch(() => {})
	}

	private async append(chunks: Buffer[]): Promise<void> {
		const { at = 0, maxBytes = Number.POSITIVE_INFINITY, checkSpace, onChunk, releaseBuffers } = this.options
		const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
		if (this.size + length > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
		if (this.size - this.spaceCheckedAt > checkSpaceEvery) {
			await checkSpace()
			this.spaceCheckedAt = this.size
		}
		if (onChunk) chunks.forEach(onChunk)
		// Writes at an explicit offset: two concurrent writers must not shift each other's bytes.
		await writeAll(this.file, chunks, at + this.size)
		this.size += length
		if (releaseBuffers) chunks.forEach(releaseBuffer)
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
