import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type ChangedLines, changedLines, type Mutation } from './mutation.ts'
import { sqlMutations } from './sql-mutations.ts'
import { typescriptMutations } from './typescript-mutations.ts'

/** One change of one file. */
export type Mutant = { path: string; kind: string } & ChangedLines

const folders = ['src/product', 'src/platform', 'src/web', 'db/functions']
const isSource = (path: string) =>
	/\.(?:tsx?|sql)$/.test(path) && !/\.(?:test|slow\.test|component|d)\.tsx?$/.test(path)

/**
 * Every line with a condition, with one change each, in an order that the seed decides. The order of two lines, and the change of each,
 * stay the same while other lines are added and removed.
 */
export async function drawMutants(root: string, seed: number): Promise<Mutant[]> {
	const ranked: { rank: string; mutant: Mutant }[] = []
	for (const path of await sourceFiles(root)) {
		const text = await readFile(join(root, path), 'utf8')
		const mutations = path.endsWith('.sql') ? sqlMutations(text) : typescriptMutations(path, text)
		const repeated = new Map<string, number>()
		for (const [line, choices] of byLine(text, mutations)) {
			const content = text.split('\n')[line - 1]?.trim() ?? ''
			const occurrence = repeated.get(content) ?? 0
			repeated.set(content, occurrence + 1)
			const rank = hash('sha256', [seed, path, content, occurrence].join('\0'))
			const mutation = choices[Number.parseInt(rank.slice(0, 8), 16) % choices.length]
			if (mutation) ranked.push({ rank, mutant: { path, kind: mutation.kind, ...changedLines(text, mutation) } })
		}
	}
	return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant)
}

async function sourceFiles(root: string): Promise<string[]> {
	const files = await Promise.all(
		folders.map(async (folder) => {
			const names = await readdir(join(root, folder), { recursive: true })
			return names.map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
		}),
	)
	return files.flat().filter(isSource).sort()
}

/** The mutations of each line that change it, without those that write the same text. */
function byLine(text: string, mutations: readonly Mutation[]): Map<number, Mutation[]> {
	const lines = new Map<number, Mutation[]>()
	const results = new Set<string>()
	for (const mutation of mutations) {
		const { start, end, replacement } = mutation
		const result = `${start}\0${text.slice(end)}\0${replacement}`
		if (results.has(result) || text.slice(start, end) === replacement) continue
		results.add(result)
		const { line } = changedLines(text, mutation)
		lines.set(line, [...(lines.get(line) ?? []), mutation])
	}
	return lines
}
