import { lstat, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
