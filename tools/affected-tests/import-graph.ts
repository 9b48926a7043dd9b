import { dirname, normalize } from 'node:path/posix'

/** Files by path from the root of the project, with their text. */
export type SourceFiles = ReadonlyMap<string, string>

/**
 * Files that compose the whole program. The graph ends at them: with them nearly half of all tests would reach every change.
 */
export const compositionRoot: ReadonlySet<string> = new Set([
	...['app', 'open', 'start', 'main'].map((name) => `src/server/${name}.ts`),
	...['test-app', 'test-deps', 'platform-app', 'server-process'].map((name) => `test/support/${name}.ts`),
	'test/support/components/open-screen.tsx',
	...['lazy-pages', 'lazy-layouts'].map((name) => `src/web/app/${name}.ts`),
	'src/web/public/ssr.tsx',
])

const imported =
	/(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"=;()]*?)\s*\bfrom\s*'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'|new URL\(\s*'([^']+)',\s*import\.meta\.url/g

/** Files that the text of `file` imports at run time, as paths from the root; imports of types alone are left out. */
export function runtimeImports(file: string, text: string): string[] {
	const targets: string[] = []
	for (const [, type, names = '', from, dynamic, bare, url] of text.matchAll(imported)) {
		const target = from ?? dynamic ?? bare ?? url
		if (!target || type || (from && namesTypesAlone(names))) continue
		targets.push(resolve(file, target.replace(/\?.*$/, '')))
	}
	return targets
}

function namesTypesAlone(names: string): boolean {
	const list = /^\{(.*)\}$/s.exec(names.trim())?.[1]
	if (!list) return false
	return list
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean)
		.every((name) => name.startsWith('type '))
}

function resolve(file: string, target: string): string {
	const alias = /^#(server|platform|product|web|shared|cli|embed)\//.test(target)
	if (alias) return `src/${target.slice(1)}`
	if (target.startsWith('#')) return target.slice(1)
	if (target.startsWith('/')) return target.slice(1)
	return target.startsWith('.') ? normalize(`${dirname(file)}/${target}`) : target
}

/** For each file the files that import it at run time. */
export function importersOf(files: SourceFiles): Map<string, string[]> {
	const importers = new Map<string, string[]>()
	for (const [file, text] of files)
		for (const target of new Set(runtimeImports(file, text))) {
			const known = importers.get(target)
			if (known) known.push(file)
			else importers.set(target, [file])
		}
	return importers
}

/**
 * Distance in imports from the nearest of `starts`, for each file that reaches one of them. Importers of the composition root are
 * not followed.
 */
export function distances(
	importers: ReadonlyMap<string, string[]>,
	starts: ReadonlyMap<string, number>,
): Map<string, number> {
	const reached = new Map(starts)
	const waiting = [...starts.keys()]
	for (let file = waiting.shift(); file; file = waiting.shift()) {
		if (compositionRoot.has(file)) continue
		const next = (reached.get(file) ?? 0) + 1
		for (const importer of importers.get(file) ?? [])
			if (!reached.has(importer)) {
				reached.set(importer, next)
				waiting.push(importer)
			}
	}
	return reached
}
