import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ZipFile } from 'yazl'

/** Folder of the plugin's files. */
export const pluginFolder = fileURLToPath(new URL('../packages/wordpress/plugin', import.meta.url))
const licence = fileURLToPath(new URL('../LICENSE', import.meta.url))
/** One date for every file, so that the same sources make the same bytes. */
const mtime = new Date('2026-01-01T00:00:00')

/** Writes the plugin as WordPress takes it: one folder `plaudit` with all files and the licence. */
export async function packPlugin(file: string): Promise<void> {
	const zip = new ZipFile()
	const entries = await readdir(pluginFolder, { recursive: true, withFileTypes: true })
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
	for (const path of files.sort())
		zip.addFile(path, `plaudit/${path.slice(pluginFolder.length + 1)}`, { mtime, mode: 0o100644 })
	zip.addFile(licence, 'plaudit/LICENSE', { mtime, mode: 0o100644 })
	zip.end()
	await mkdir(dirname(file), { recursive: true })
	await pipeline(zip.outputStream, createWriteStream(file))
}

/** `node tools/wordpress-plugin.ts [FILE]` writes packages/wordpress/dist/plaudit.zip, or another file. */
if (import.meta.main) {
	const file = resolve(process.argv[2] ?? 'packages/wordpress/dist/plaudit.zip')
	await packPlugin(file)
	console.log(file)
}
