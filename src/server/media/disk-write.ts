import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { FileTooLarge, type Source } from './file-store.ts'

/** How much may be written without looking at the disk again. */
const checkSpaceEvery = 32 * 1024 * 1024

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
}

/**
 * Writes a stream into an open file and syncs it.
 * @returns bytes written
 * @throws FileTooLarge, what `look` throws, or what the source threw
 */
export async function writeStream(
	file: FileHandle,
	source: Source,
	{ at = 0, most = Number.POSITIVE_INFINITY, look, note }: Writing,
): Promise<number> {
	let size = 0
	let lookedAt = 0
	for await (const chunk of source) {
		if (size + chunk.length > most) throw new FileTooLarge(`more than ${most} bytes`)
		if (size - lookedAt > checkSpaceEvery) {
			await look()
			lookedAt = size
		}
		note?.(chunk)
		// At its place, never just at the end: should two writers meet, one cannot push the other's bytes aside.
		await writeAll(file, chunk, at + size)
		size += chunk.length
	}
	await file.sync()
	return size
}

async function writeAll(file: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
	for (let done = 0; done < chunk.length; ) {
		const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done)
		done += bytesWritten
	}
}

/** The MD5 of a file, as S3 would have it for its ETag. */
export async function md5Of(path: string): Promise<string> {
	const hash = createHash('md5')
	const file = await open(path, 'r')
	for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 }))
		hash.update(chunk as Buffer)
	return hash.digest('hex')
}

/** The name of a file is durable only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}
