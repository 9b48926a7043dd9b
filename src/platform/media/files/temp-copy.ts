import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#platform/deps.ts'
import { toStorageFull } from './file-store.ts'
import { requireFreeSpace } from './free-space.ts'
import { tempFolder } from './temp-file.ts'

const MiB = 1024 * 1024
/** Space that is required, as a multiple of the file: its copy, what is made of it, and that once more in the store. */
const spaceFactor = 3

/**
 * Runs work on a copy of a stored file, for programs that read paths. The daily sweep deletes a copy that a crash left.
 * @throws StorageFull, and Error when the file does not exist
 */
export async function withTempCopy<T>(
	{ config, files }: Pick<Deps, 'config' | 'files'>,
	{ version, size }: { version: string; size: number },
	work: (path: string) => Promise<T>,
): Promise<T> {
	const folder = tempFolder(config)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	await requireFreeSpace(folder, spaceFactor * size, config.MIN_FREE_DISK_MB * MiB)
	const bytes = await files.read(version)
	if (!bytes) throw new Error(`the stored file ${version} is missing`)
	const path = join(folder, randomUUID())
	try {
		await pipeline(bytes, createWriteStream(path, { mode: 0o600 })).catch((error) => {
			throw toStorageFull(error)
		})
		return await work(path)
	} finally {
		await rm(path, { force: true })
	}
}
