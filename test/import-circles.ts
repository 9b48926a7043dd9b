import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const imported = /(?:import|export)\s[^'"]*?from\s+'([^']+)'/g

/**
 * Files that import each other in a circle, types included: none of them can be read, moved or tried without the others.
 * @param files paths from the root of the project
 */
export async function importCircles(root: string, files: readonly string[]): Promise<string[][]> {
	const known = new Set(files)
	const imports = new Map<string, string[]>()
	for (const file of files) {
		const text = await readFile(join(root, file), 'utf8')
		const targets = [...text.matchAll(imported)].map(([, target = '']) => resolve(file, target))
		imports.set(
			file,
			targets.filter((target) => known.has(target)),
		)
	}
	const reached = new Map(files.map((file) => [file, reachableFrom(imports, file)]))
	const circles = files.map((file) =>
		files.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)),
	)
	return circles.filter((circle, index) => circle.length > 1 && circle[0] === files[index])
}

function resolve(file: string, target: string): string {
	const alias = /^#(server|web|shared|cli|embed)\//.exec(target)
	return alias ? `src/${target.slice(1)}` : normalize(join(dirname(file), target))
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
