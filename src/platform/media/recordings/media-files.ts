import type { FileHandle } from 'node:fs/promises'
import type { CustomSource, StreamTarget, StreamTargetChunk } from 'mediabunny'

type Media = typeof import('mediabunny')

/** Reads an open file, which the caller closes. The library's own source leaves that to the garbage collector. */
export function fileSource({ CustomSource }: Media, file: FileHandle): CustomSource {
	return new CustomSource({
		getSize: async () => (await file.stat()).size,
		read: async (start, end) => {
			const bytes = new Uint8Array(end - start)
			for (let at = 0; at < bytes.length; ) {
				const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
				if (bytesRead === 0) throw new Error('the file became shorter')
				at += bytesRead
			}
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
		for (let at = 0; at < data.byteLength; )
			at += (await file.write(data, at, data.byteLength - at, position + at)).bytesWritten
	}
	return new StreamTarget(new WritableStream({ write }), { chunked: true })
}
