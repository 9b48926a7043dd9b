import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const imported = /(?:(?:import|export)\s[^'"]*?from\s+|\bimport\()'([^']+)'/g

/**
 * Finds files that import each other in a circle, types and dynamic imports included. Such files cannot be read, moved or tested
 * separately.
 * @param files paths from the root of the project
 */
export async function importCircles(root: string, files: readonly string[]): Promise<string[][]> {
	const known = new Set(files)
	const imports = new Map<string, string[]>()
	for (const file of files) {
		const text = await readFile(join(root, file), 'utf8')
		imports.set(
			file,
			importTargets(file, text).filter((target) => known.has(target)),
		)
	}
	const reached = new Map(files.map((file) => [file, reachableFrom(imports, file)]))
	const circles = files.map((file) =>
		files.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)),
	)
	return circles.filter((circle, index) => circle.length > 1 && circle[0] === files[index])
}

/** Files that a file imports, as paths from the root of the project. */
export function importTargets(file: string, text: string): string[] {
	return [...text.matchAll(imported)].map(([, target = '']) => resolve(file, target))
}

function resolve(file: string, target: string): string {
	const alias = /^#(server|platform|product|web|shared|cli|embed)\//.exec(target)
	if (alias) return `src/${target.slice(1)}`
	return target.startsWith('.') ? normalize(join(dirname(file), target)) : target
}

function reachableFrom(imports: ReadonlyMap<string, string[]>, start: string): Set<string> {
	const reached = new Set<string>()
	const waiting = [start]
	for (let file = waiting.pop(); file; file = waiting.pop())
		for (const target of imports.get(file) ?? [])
			if (!reached.has(target)) {
				reached.add(target)
				waiting.push(target)
			}
	return reached
}
