import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './environment.mjs'

/** SHA-256 over the names and contents of all files below some paths of the checkout, without tests. */
export function fingerprintOf(paths) {
	const hash = createHash('sha256')
	for (const path of paths)
		for (const file of filesBelow(join(root, path))) {
			if (/\.(test|component)\.tsx?$/.test(file)) continue
			hash.update(`${relative(root, file)}\0`)
			hash.update(readFileSync(file))
		}
	return hash.digest('hex')
}

/** Sorted paths of all files below a folder; the path itself if it is a file. */
export function filesBelow(path) {
	if (!existsSync(path)) return []
	if (statSync(path).isFile()) return [path]
	return readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.sort()
}
