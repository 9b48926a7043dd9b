import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFiles } from '#platform/backups/copy-files.ts'
import { databaseFolder } from '#platform/backups/database/database-facts.ts'
import { keptErasures } from '#platform/backups/kept-erasures.ts'
import { unfinishedCluster } from '#platform/pg/engine/open-database.ts'

/** The folder in DATA_DIR in which a restore prepares everything. */
export async function makeStaging(dataDir: string): Promise<string> {
	const staging = join(dataDir, unfinishedCluster)
	await mkdir(staging, { recursive: true, mode: 0o700 })
	if (process.getuid?.() === 0) await Promise.all([chmod(dataDir, 0o711), chmod(staging, 0o711)])
	return staging
}

/** Moves everything but the database from the folder of a restore into DATA_DIR. */
export async function placeFiles(staging: string, dataDir: string): Promise<void> {
	const isOfDatabase = (name: string) => ['postgres', 'socket', 'postgres.log', databaseFolder].includes(name)
	const names = (await readdir(staging)).filter((name) => !isOfDatabase(name))
	for (const name of names)
		if (name !== keptErasures) await rename(join(staging, name), join(dataDir, name))
		else {
			await copyFiles(join(staging, name), join(dataDir, name))
			await rm(join(staging, name), { recursive: true })
		}
}

/** Ends a restore: the embedded database takes its place in one step, after everything else. */
export async function moveIntoPlace(staging: string, dataDir: string): Promise<void> {
	await placeFiles(staging, dataDir)
	await rename(join(staging, 'postgres'), join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	await rm(staging, { recursive: true })
}

/**
 * Requires a folder that is empty but for the lists of what was erased; what an interrupted restore has left is removed, as that began in an empty one.
 * @returns whether there was such a restore
 */
export async function requireEmpty(folder: string): Promise<boolean> {
	const all = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
		if (error.code === 'ENOENT') return []
		throw new Error(`DATA_DIR (${folder}) is not a folder that can be read.`)
	})
	const names = all.filter((name) => name !== keptErasures)
	if (names.length === 0) return false
	if (!names.includes(unfinishedCluster))
		throw new Error(
			`DATA_DIR (${folder}) is not empty. Move it away, all but erased/, or set another DATA_DIR: nothing is overwritten.`,
		)
	// The mark goes last: an interrupted removal is continued.
	for (const name of names) if (name !== unfinishedCluster) await rm(join(folder, name), { recursive: true })
	await rm(join(folder, unfinishedCluster), { recursive: true })
	return true
}
