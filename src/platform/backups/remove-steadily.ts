import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Bytes that are freed at once. A file system may tell the disk what it frees, and each commit of a database beside it waits for
 * that: 1.5 seconds were measured for three gigabytes.
 */
const freedAtOnce = 64 * 1024 ** 2

/** Deletes a folder, if it is there, and frees its large files piece by piece, so that others can use the disk meanwhile. */
export async function removeSteadily(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
	for (const entry of entries) if (entry.isFile()) await shrink(join(entry.parentPath, entry.name))
	await rm(folder, { recursive: true, force: true })
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
