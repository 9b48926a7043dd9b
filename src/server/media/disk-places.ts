import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { requireVersion } from './file-store.ts'

/** The folders of a store on disk. */
export type Places = {
	root: string
	incoming: string
	/** Where versions lie: 256 shelves, by the first two digits. */
	shelfOf(version: string): string
	fileOf(version: string): string
}

export function placesUnder(root: string): Places {
	const shelfOf = (version: string) => join(root, requireVersion(version).slice(0, 2))
	return {
		root,
		incoming: join(root, 'incoming'),
		shelfOf,
		fileOf: (version) => join(shelfOf(version), version),
	}
}

/** Moves a finished file to its place, durably. */
export async function shelve(places: Places, from: string, version: string): Promise<void> {
	const shelf = places.shelfOf(version)
	await mkdir(shelf, { recursive: true, mode: 0o700 })
	await rename(from, places.fileOf(version))
	await syncFolder(shelf)
}

/** The name of a file is durable only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}
