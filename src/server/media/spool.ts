import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { wordFull } from './disk-space.ts'
import type { Source } from './file-store.ts'
import { chunksOf } from './pour.ts'

/** Bytes in a file for the time that one request takes. */
export type Spooled = { read(): Promise<Buffer>; remove(): Promise<void> }

const abandonedAfter = 24 * 3_600_000

/** Where files lie that are on their way, whatever store they go to. */
export const spoolFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string =>
	join(DATA_DIR, 'storage', 'incoming')

/**
 * Writes what streams in to a file of its own.
 * @param most bytes; nothing is returned, and no further byte read, when there are more
 */
export async function spool(
	folder: string,
	source: Source,
	most: number,
): Promise<Spooled | undefined> {
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const path = join(folder, randomUUID())
	const remove = () => rm(path, { force: true })
	const file = await open(path, 'wx', 0o600)
	try {
		let size = 0
		for await (const chunk of chunksOf(source)) {
			size += chunk.length
			if (size > most) {
				await remove()
				return undefined
			}
			await file.writeFile(chunk)
		}
		return { read: () => readFile(path), remove }
	} catch (error) {
		await remove()
		throw wordFull(error)
	} finally {
		await file.close()
	}
}

/** Deletes what a crash left in such a folder. */
export async function removeAbandoned(folder: string): Promise<void> {
	for (const name of await readdir(folder).catch(() => [])) {
		const left = await stat(join(folder, name)).catch(() => undefined)
		if (left && Date.now() - left.mtimeMs > abandonedAfter)
			await rm(join(folder, name), { force: true })
	}
}
