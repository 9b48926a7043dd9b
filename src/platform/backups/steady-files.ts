import { lstat, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Bytes after which a file is flushed. Unflushed bytes pile up until the system writes them all at once, and each commit of a
 * database on the same disk waits for that: 1.3 seconds were measured for half a gigabyte.
 */
const flushEvery = 8 * 1024 ** 2

/**
 * Writes a file and flushes it as it grows, so that others can use the disk meanwhile. An existing file is replaced.
 * @param mode its permissions, from which the umask takes
 */
export async function writeSteadily(path: string, source: AsyncIterable<Uint8Array>, mode: number): Promise<void> {
	const file = await open(path, 'w', mode)
	try {
		let unflushed = 0
		for await (const chunk of source) {
			await file.writeFile(chunk)
			unflushed += chunk.length
			if (unflushed < flushEvery) continue
			await file.datasync()
			unflushed = 0
		}
		await file.sync()
	} finally {
		await file.close()
	}
}

/**
 * Bytes that are freed at once. A file system may tell the disk what it frees, and each commit of a database beside it waits for
 * that: 1.5 seconds were measured for three gigabytes.
 */
const freedAtOnce = 64 * 1024 ** 2

/** Deletes a file or folder, if it is there, and frees large files piece by piece, so that others can use the disk meanwhile. */
export async function removeSteadily(path: string): Promise<void> {
	for (const file of await filesIn(path)) await shrink(file)
	await rm(path, { recursive: true, force: true })
}

async function filesIn(path: string): Promise<string[]> {
	const found = await lstat(path).catch(() => undefined)
	if (found?.isFile()) return [path]
	if (!found?.isDirectory()) return []
	const entries = await readdir(path, { recursive: true, withFileTypes: true })
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function shrink(path: string): Promise<void> {
	const file = await open(path, 'r+')
	try {
		let { size } = await file.stat()
		while (size > freedAtOnce) {
			size -= freedAtOnce
			await file.truncate(size)
			await file.datasync()
		}
	} finally {
		await file.close()
	}
}
