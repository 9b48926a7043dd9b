import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { requireVersion } from '#platform/media/files/file-store.ts'

export type DiskPaths = {
	root: string
	incoming: string
	/** Folder of versions: 256 subfolders, by the first two digits. */
	shardOf(version: string): string
	fileOf(version: string): string
}

export function diskPaths(root: string): DiskPaths {
	const shelfOf = (version: string) => join(root, requireVersion(version).slice(0, 2))
	return {
		root,
		incoming: join(root, 'incoming'),
		shardOf: shelfOf,
		fileOf: (version) => join(shelfOf(version), version),
	}
}

/** Moves a finished file into place, durably. */
export async function moveIntoPlace(places: DiskPaths, from: string, version: string): Promise<void> {
	const shard = places.shardOf(version)
	await mkdir(shard, { recursive: true, mode: 0o700 })
	await rename(from, places.fileOf(version))
	await syncFolder(shard)
}

/** A file name is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}
