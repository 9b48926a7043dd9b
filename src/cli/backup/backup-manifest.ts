import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '#cli/read-options.ts'
import { type Manifest, manifestName, requireKnownFormat } from '#platform/backups/manifest.ts'

/** @throws Error when the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
	const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
	if (text === undefined) throw new Error(`${folder} holds no whole backup: there is no ${manifestName} in it.`)
	const manifest = JSON.parse(text) as Manifest
	requireKnownFormat(folder, manifest)
	return manifest
}

/** @throws UsageError when the folder has files that would be mixed with the new ones */
export async function requireEmpty(folder: string, advice: string): Promise<void> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw new UsageError(`${folder} is not a folder that can be read.`)
	})
	if (names.length > 0) throw new UsageError(`${folder} is not empty. ${advice}`)
}
