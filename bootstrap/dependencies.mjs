import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, fail, must, pinnedNode, root } from './environment.mjs'

const stamp = join(root, 'node_modules', '.installed-lock')

/** Installs exactly what the lock file says, when it is missing or stale. */
export function ensureDependencies() {
	const lock = join(root, 'package-lock.json')
	const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && runtimeWorks()) return
	// Not among the answers: `plaudit keys --json` is read by programs.
	console.error('Installing dependencies …')
	npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
	// An npm that was told not to run install scripts leaves the runtime's binary out.
	if (!runtimeWorks()) npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
	if (!runtimeWorks())
		fail('The pinned Node.js could not be installed. Run: npm rebuild node --ignore-scripts=false')
	writeFileSync(stamp, wanted)
}

function npm(args) {
	if (process.env.npm_execpath) must(process.execPath, [process.env.npm_execpath, ...args], {}, 2)
	else must(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {}, 2)
}

function runtimeWorks() {
	const node = pinnedNode()
	if (!node) return false
	const { version } = JSON.parse(
		readFileSync(join(root, 'node_modules', 'node', 'package.json'), 'utf8'),
	)
	const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', env: environment() })
	return stdout?.trim() === `v${version}`
}
