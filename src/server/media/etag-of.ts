import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/** Files up to this size are known by their content, as S3 knows what comes in one piece. */
const mostHashed = 16 * 1024 * 1024

/**
 * The ETag of a file that is being written: the MD5 of a small one; of a large one its version, in the form that S3 gives to
 * what comes in parts. Hashing hundreds of megabytes would cost more than writing them, and an ETag need only differ.
 */
export function createEtag() {
	const hash = createHash('md5')
	let size = 0
	return {
		note(chunk: Uint8Array): void {
			size += chunk.length
			if (size <= mostHashed) hash.update(chunk)
		},
		/** Without quotes. */
		of: (version: string): string =>
			size <= mostHashed ? hash.digest('hex') : etagOfLarge(version, size),
	}
}

/** The same for a file that is there. */
export async function etagOfFile(path: string, version: string): Promise<string> {
	const { size } = await stat(path)
	if (size > mostHashed) return etagOfLarge(version, size)
	return createHash('md5')
		.update(await readFile(path))
		.digest('hex')
}

function etagOfLarge(version: string, size: number): string {
	return `${version.replaceAll('-', '')}-${Math.ceil(size / mostHashed)}`
}
