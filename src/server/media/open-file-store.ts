import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** Opens the store that the settings name: `DATA_DIR/storage`. */
export function openFileStore(config: Config): FileStore {
	return createDiskStore(join(config.DATA_DIR, 'storage'), config.MIN_FREE_DISK_MB * 1024 * 1024)
}
