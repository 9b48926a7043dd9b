import { statfs } from 'node:fs/promises'
import { storageFull } from '#server/errors.ts'

const keepMilliseconds = 1000
const MiB = 1024 * 1024

/**
 * Guards the disk: below the floor nothing new is taken in, long before PostgreSQL itself would run out. Reading goes on.
 * @returns a function that throws 507 storage_full
 */
export function createSpaceGuard(folder: string, floorMiB: number): () => Promise<void> {
	let checked = 0
	let isFull = false
	return async () => {
		if (floorMiB === 0) return
		const now = performance.now()
		if (checked === 0 || now - checked > keepMilliseconds) {
			checked = now
			const { bavail, bsize } = await statfs(folder)
			isFull = bavail * bsize < floorMiB * MiB
		}
		if (isFull) throw storageFull()
	}
}
