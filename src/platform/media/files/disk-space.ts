import { statfs } from 'node:fs/promises'
import { StorageFull } from './file-store.ts'

/** @throws StorageFull when `bytes` more would leave less than `leastFree` on the disk of `root` */
export async function requireSpace(root: string, minFree: number, bytes: number): Promise<void> {
	const disk = await statfs(root)
	if (disk.bavail * disk.bsize - bytes < minFree) throw new StorageFull('less disk space is left than MIN_FREE_DISK_MB')
}

/** Converts the system's error for a full disk to StorageFull. */
export function toStorageFull(error: unknown): unknown {
	const { code } = error as NodeJS.ErrnoException
	return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull('the disk is full', { cause: error }) : error
}
