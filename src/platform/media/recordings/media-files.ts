import type { FileHandle } from 'node:fs/promises'
import type { CustomSource, StreamTarget, StreamTargetChunk } from 'mediabunny'

type Media = typeof import('mediabunny')

/** Reads an open file, which the caller closes. The library's own source leaves that to the garbage collector. */
export function fileSource({ CustomSource }: Media, file: FileHandle): CustomSource {
	return new CustomSource({
		getSize: async () => (await file.stat()).size,
		read: async (start, end) => {
			const bytes = new Uint8Array(end - start)
			await file.read(bytes, 0, bytes.length, start)
			return bytes
		},
		prefetchProfile: 'fileSystem',
		handleUnhandledError: () => {
			// The file was closed while the library read ahead.
		},
	})
}

/** Writes to an open file, which the caller closes. */
export function fileTarget({ StreamTarget }: Media, file: FileHandle): StreamTarget {
	const write = async ({ data, position }: StreamTargetChunk) => {
		await file.write(data, 0, data.byteLength, position)
	}
	return new StreamTarget(new WritableStream({ write }), { chunked: true })
}
