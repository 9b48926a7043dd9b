import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { importTargets } from '#test/support/import-circles.ts'

const isTest = (path: string) => /\.test\.tsx?$|\.component\.tsx$/.test(path)
/** Files that so many others import say little about what tests them. */
const maxImporters = 12
const maxTests = 8
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
 * Tests that probably run a file, nearest first: those that import it and those of its folder, then those of its importers; of these
 * first the ones whose names have words in common with it. A SQL file has as importers the files that contain its name.
 */
export function nearestTests(sources: ReadonlyMap<string, string>, path: string): string[] {
	const words = basename(path)
		.split(/[^a-z]/)
		.filter((word) => word.length > 3)
	const commonWords = (test: string) => words.filter((word) => test.includes(word)).length
	const byWords = (tests: string[]) => tests.sort((a, b) => commonWords(b) - commonWords(a))
	const found = new Set<string>()
	let level = [path]
	for (let distance = 0; distance < 3 && found.size < maxTests; distance++) {
		const importers = [...new Set(level.flatMap((file) => importersOf(sources, file)))]
		const most = distance === 0 ? maxTests : mostOfImporter
		const beside = level.flatMap((file) => byWords(testsBeside(sources, file)).slice(0, most))
		for (const test of byWords([...importers.filter(isTest), ...beside])) found.add(test)
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

function testsBeside(sources: ReadonlyMap<string, string>, path: string): string[] {
	return [...sources.keys()].filter((file) => dirname(file) === dirname(path) && isTest(file))
}
