import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, missingNode, must, pinnedNode, root } from './environment.mjs'

/**
 * Installs exactly what a folder's lock file lists, when node_modules is missing or stale.
 * @param folder the checkout, or `bench/browsers` with the dependencies of the benchmarks
 */
export function ensureDependencies(folder = root) {
	// Vite reads one as the beginning of a query, and Node.js replaces the other in imports that begin with #.
	if (/[?*]/.test(root))
		fail(`Plaudit cannot be built in ${root}: rename the folder so that its path has neither ? nor *.`)
	const stamp = join(folder, 'node_modules', '.installed-lock')
	const lock = readFileSync(join(folder, 'package-lock.json'))
	const wanted = createHash('sha256').update(lock).digest('hex')
	if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
		// Progress goes to stderr: programs read the stdout of `plaudit keys --json`.
		console.error('Installing dependencies …')
		const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
		const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
		const { npm_execpath: script } = process.env
		if (script) must(process.execPath, [script, ...args], {}, 2, folder)
		else must(npm, args, {}, 2, folder)
		writeFileSync(stamp, wanted)
	}
	if (!pinnedNode()) fail(missingNode)
}
