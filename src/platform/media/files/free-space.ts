import { statfs } from 'node:fs/promises'
import { StorageFull } from './file-store.ts'

/**
 * Refuses work that would leave less than `minFreeBytes` on the disk of a folder: PostgreSQL may write there, too.
 * @throws StorageFull
 */
export async function requireFreeSpace(folder: string, bytes: number, minFreeBytes: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder)
	if (bavail * bsize - bytes < minFreeBytes) throw new StorageFull('less disk space is left than MIN_FREE_DISK_MB')
}
