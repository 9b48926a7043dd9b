import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipWriter = {
	/** Writes an entry as fast as the output takes it. @returns its size in bytes */
	add(name: string, source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, compress: boolean): Promise<number>
	/** The lines of a file that `sha256sum -c` reads, of all entries so far. */
	checksums(): string
	/** Writes the directory and ends the output. */
	end(): Promise<void>
}

/** Writes a ZIP file into a stream, one entry at a time. @param made date of all entries */
export function createZipWriter(output: Writable, made: Date): ZipWriter {
	const zip = new ZipFile()
	const sums: string[] = []
	let failure: Error | undefined
	let reject: (error: Error) => void = () => {}
	const fail = (error: Error) => {
		failure ??= error
		reject(failure)
	}
	zip.on('error', fail)
	const written = pipeline(zip.outputStream, output)
	written.catch(fail)

	return {
		add(name, source, compress) {
			const hash = createHash('sha256')
			let bytes = 0
			async function* measured() {
				for await (const chunk of source) {
					hash.update(chunk)
					bytes += chunk.length
					yield chunk
				}
			}
			return new Promise((resolve, rejectEntry) => {
				reject = rejectEntry
				if (failure) return rejectEntry(failure)
				const stream = Readable.from(measured(), { objectMode: false, highWaterMark: 64 * 1024 })
				stream.once('error', fail)
				stream.once('end', () => {
					sums.push(`${hash.digest('hex')}  ${name}\n`)
					resolve(bytes)
				})
				zip.addReadStreamLazy(name, { mtime: made, mode: 0o100644, compress }, handOver(stream))
			})
		},
		checksums: () => sums.join(''),
		async end() {
			if (failure) throw failure
			zip.end()
			await written
		},
	}
}

/** Gives a stream away once, and keeps nothing of it: yazl keeps this function with each entry until the end. */
function handOver(stream: Readable): (give: (error: null, stream: Readable) => void) => void {
	let held: Readable | undefined = stream
	return (give) => {
		const current = held
		held = undefined
		if (current) give(null, current)
	}
}
