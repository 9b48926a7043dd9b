import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** Files up to this size have their MD5 as ETag, like a single-part object in S3. */
const maxHashedBytes = 16 * 1024 * 1024

/**
 * The ETag of a file while it is written: the MD5 of a small file; for a large one its version, in S3's form for
 * multipart objects. Hashing hundreds of megabytes costs more than writing them, and an ETag need only be unique.
 */
export function createEtag() {
	const hash = createHash('md5')
	let size = 0
	return {
		note(chunk: Uint8Array): void {
			size += chunk.length
			if (size <= maxHashedBytes) hash.update(chunk)
		},
		/** Without quotes. */
		of: (version: string): string => (size <= maxHashedBytes ? hash.digest('hex') : etagOfLarge(version, size)),
	}
}

/** The same for an existing file. */
export async function etagOfFile(path: string, version: string): Promise<string> {
	const { size } = await stat(path)
	if (size > maxHashedBytes) return etagOfLarge(version, size)
	return createHash('md5')
		.update(await readFile(path))
		.digest('hex')
}

function etagOfLarge(version: string, size: number): string {
	return `${version.replaceAll('-', '')}-${Math.ceil(size / maxHashedBytes)}`
}
