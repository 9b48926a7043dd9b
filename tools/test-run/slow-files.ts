import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './child.ts'

/** Seconds above which a test file belongs to the slow tier. */
const limit = 5
/** Tables in a row that must name a file, as a busy machine makes any file slow once. */
const tables = 3
const countsPath = join(root, '.cache/slow-files.json')

/**
 * Counts in how many tables in a row a quick test file took too long.
 * @returns the files that must be named `*.slow.test.ts`
 */
export function findUnnamedSlowFiles(seconds: ReadonlyMap<string, number>, path = countsPath): string[] {
	const counts: Record<string, number> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
	for (const [file, taken] of seconds) {
		if (/^test\/policies\/|\.slow\.(test|component)\./.test(file)) continue
		if (taken > limit) counts[file] = (counts[file] ?? 0) + 1
		else delete counts[file]
	}
	mkdirSync(dirname(path), { recursive: true })
	writeFileSync(path, `${JSON.stringify(counts, null, '\t')}\n`)
	return Object.keys(counts).filter((file) => (counts[file] ?? 0) >= tables && seconds.has(file))
}
