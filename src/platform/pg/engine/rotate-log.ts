import { copyFile, rename, stat, truncate } from 'node:fs/promises'

/** Largest size of PostgreSQL's log in bytes. One former log is kept beside it. */
const maxLogBytes = 10 * 1024 * 1024

/**
 * Bounds the size of the log. The postmaster keeps the file open for appending, so it is copied to `<path>.1` and emptied; a line
 * that is written between the two is lost.
 */
export async function rotateLog(path: string, maxBytes = maxLogBytes): Promise<void> {
	const found = await stat(path).catch(() => undefined)
	if (!found || found.size <= maxBytes) return
	// Renamed into place, so that a full disk leaves the former log whole.
	await copyFile(path, `${path}.part`)
	await rename(`${path}.part`, `${path}.1`)
	await truncate(path)
}
