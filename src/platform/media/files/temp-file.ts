import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { type Source, toStorageFull } from './file-store.ts'
import { chunksOf } from './pipe.ts'

/** Bytes in a temporary file for the duration of one request. */
export type TempFile = { read(): Promise<Buffer>; remove(): Promise<void> }

const abandonedAfter = 24 * 3_600_000

/** Folder of files in transit, whatever store they go to. */
export const tempFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'storage', 'incoming')

/**
 * Writes a stream to a temporary file.
 * @param maxBytes largest size; nothing is returned, and no further byte read, beyond it
 */
export async function writeTempFile(folder: string, source: Source, maxBytes: number): Promise<TempFile | undefined> {
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const path = join(folder, randomUUID())
	const remove = () => rm(path, { force: true })
	const file = await open(path, 'wx', 0o600)
	try {
		let size = 0
		for await (const chunk of chunksOf(source)) {
			size += chunk.length
			if (size > maxBytes) {
				await remove()
				return undefined
			}
			await file.writeFile(chunk)
		}
		return { read: () => readFile(path), remove }
	} catch (error) {
		await remove()
		throw toStorageFull(error)
	} finally {
		await file.close()
	}
}

/** Deletes files and folders that a crash left in such a folder. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
	for (const name of await readdir(folder).catch(() => [])) {
		const left = await stat(join(folder, name)).catch(() => undefined)
		if (left && Date.now() - left.mtimeMs > abandonedAfter)
			await rm(join(folder, name), { recursive: true, force: true })
	}
}
