import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireVersion } from '#platform/media/files/file-store.ts'

export type DiskPaths = ReturnType<typeof diskPaths>

/** `fileOf`: files lie in 256 folders, by the first two digits of their version. */
export const diskPaths = (root: string) => ({
	root,
	incoming: join(root, 'incoming'),
	fileOf: (version: string) => join(root, requireVersion(version).slice(0, 2), version),
})

/** Moves a finished file into place, durably: a name is durable only once its folder is synced. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
	const folder = dirname(to)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	await rename(from, to)
	const handle = await open(folder, 'r')
	await handle.sync().finally(() => handle.close())
}
