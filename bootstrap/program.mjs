import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from './environment.mjs'
import { fingerprintOf } from './fingerprint.mjs'

const folder = join(root, '.cache', 'programs')
const config = 'vite.program.config.ts'
const inputs = [
	...['server', 'cli', 'platform', 'product', 'shared'].map((name) => `src/${name}`),
	'bootstrap/launcher.mjs',
	'tools/ascii-output.ts',
	'package-lock.json',
	config,
]
/** Programs that stay: a server that still runs loads some of its modules later. */
const keptPrograms = 3

/**
 * Compiles the server and the command line of a checkout, when a source has changed since. Each program has its own
 * folder, so that a build takes nothing away from a server that runs.
 * @returns the folder of the program, relative to the checkout
 */
export function ensureProgram() {
	const name = fingerprintOf(inputs).slice(0, 16)
	const path = `.cache/programs/${name}`
	if (existsSync(join(root, path))) return path
	const partial = `${path}.${process.pid}`
	must(
		'vite',
		['build', '--config', config, '--logLevel', 'warn'],
		{ NODE_ENV: 'production', PROGRAM_FOLDER: partial },
		2,
	)
	try {
		renameSync(join(root, partial), join(root, path))
	} catch {
		// Another process finished the same program first.
		rmSync(join(root, partial), { recursive: true, force: true })
	}
	deleteOldPrograms()
	return path
}

function deleteOldPrograms() {
	const programs = readdirSync(folder)
		.map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
		.sort((a, b) => b.time - a.time)
	for (const { path } of programs.slice(keptPrograms)) rmSync(path, { recursive: true, force: true })
}
