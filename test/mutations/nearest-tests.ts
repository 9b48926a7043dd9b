import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { importTargets } from '#test/support/import-circles.ts'

const isTest = (path: string) => /\.test\.tsx?$|\.component\.tsx$/.test(path)
/** Files that so many others import say little about what tests them. */
const maxImporters = 12
const maxTests = 16
/** Tests of the folder of one importer. */
const mostOfImporter = 3

/** Texts of all sources and tests by path from the root of the project. */
export async function readSources(root: string): Promise<ReadonlyMap<string, string>> {
	const paths = await Promise.all(
		['src', 'test', 'db'].map(async (folder) => {
			const names = await readdir(join(root, folder), { recursive: true })
			return names.map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
		}),
	)
	const files = paths.flat().filter((path) => /\.(?:tsx?|sql)$/.test(path))
	return new Map(
		await Promise.all(files.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
	)
}

/**
 * Tests that probably run a file, nearest first: those that import it, those of its folder, and those of its importers. A SQL file has
 * as importers the files that contain its name.
 */
export function nearestTests(sources: ReadonlyMap<string, string>, path: string): string[] {
	const found = new Set<string>()
	let level = [path]
	for (let distance = 0; distance < 3 && found.size < maxTests; distance++) {
		const importers = [...new Set(level.flatMap((file) => importersOf(sources, file)))]
		for (const file of importers.filter(isTest)) found.add(file)
		const most = distance === 0 ? maxTests : mostOfImporter
		for (const file of level) for (const test of testsBeside(sources, file).slice(0, most)) found.add(test)
		level = importers.filter((file) => !isTest(file) && /^(?:src|db\/functions)\//.test(file))
		if (level.length > maxImporters) break
	}
	return [...found].slice(0, maxTests)
}

function importersOf(sources: ReadonlyMap<string, string>, path: string): string[] {
	const sqlName = path.endsWith('.sql') ? new RegExp(`\\b${basename(path, '.sql')}\\b`) : undefined
	return [...sources]
		.filter(
			([file, text]) => file !== path && (sqlName ? sqlName.test(text) : importTargets(file, text).includes(path)),
		)
		.map(([file]) => file)
}

/** Tests named after a file come before the others of its folder. */
function testsBeside(sources: ReadonlyMap<string, string>, path: string): string[] {
	const folder = dirname(path)
	const name = basename(path).replace(/\.\w+$/, '')
	const tests = [...sources.keys()].filter((file) => dirname(file) === folder && isTest(file))
	return tests.sort((a, b) => Number(basename(b).startsWith(`${name}.`)) - Number(basename(a).startsWith(`${name}.`)))
}
