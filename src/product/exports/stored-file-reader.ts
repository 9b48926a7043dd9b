import { PassThrough, type Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'
import type { FileStore } from '#platform/media/files/file-store.ts'

/** Reads ranges of a stored file, for a ZIP reader. */
export class StoredFileReader extends RandomAccessReader {
	readonly #files: FileStore
	readonly #version: string

	constructor(files: FileStore, version: string) {
		super()
		this.#files = files
		this.#version = version
	}

	override _readStreamForRange(start: number, end: number): Readable {
		const output = new PassThrough()
		this.#files
			.read(this.#version, { from: start, to: end - 1 })
			.then((source) => {
				if (!source) throw new Error('the file is missing')
				source.once('error', (error) => output.destroy(error))
				output.once('close', () => source.destroy())
				source.pipe(output)
			})
			.catch((error: Error) => output.destroy(error))
		return output
	}
}
