import { statfs } from 'node:fs/promises'
import { storageFull } from '#platform/http/response/app-error.ts'

const MiB = 1024 * 1024
const diskCheckMilliseconds = 1000

/**
 * Refuses new testimonials when little disk space is left, long before PostgreSQL would run out. Reading still works.
 * @returns a function that throws 507 storage_full
 */
export function createDiskGuard(folder: string, floorMiB: number): () => Promise<void> {
	let checkedAt = 0
	let isFull = false
	return async () => {
		if (floorMiB === 0) return
		const now = performance.now()
		if (checkedAt === 0 || now - checkedAt > diskCheckMilliseconds) {
			checkedAt = now
			const { bavail, bsize } = await statfs(folder)
			isFull = bavail * bsize < floorMiB * MiB
		}
		if (isFull) throw storageFull()
	}
}
