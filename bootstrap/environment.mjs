// Runs on any Node from 20 on and imports nothing but Node: it works before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followed, launchers } from './launcher.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const bin = join(root, 'node_modules', '.bin')

/** The pinned runtime's binary, once it is installed. */
export function pinnedNode() {
	const name = process.platform === 'win32' ? 'node.exe' : 'node'
	const path = join(root, 'node_modules', 'node', 'bin', name)
	return existsSync(path) ? path : undefined
}

/** The environment of every child: the pinned runtime and the installed tools come first. */
export function environment(extra = {}) {
	// Compiled code is kept, so that types are stripped once and not at every start.
	const kept = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') }
	return { ...kept, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** Runs a command with our output, or its words among our errors; ends the process with its code when it fails. */
export function must(command, args, extra = {}, stdout = 'inherit') {
	const { status, error, signal } = spawnSync(command, args, {
		cwd: root,
		stdio: ['inherit', stdout, 'inherit'],
		env: environment(extra),
	})
	if (error) fail(`${command} could not be started: ${error.message}`)
	if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
}

/** Says one line and ends. */
export function fail(line) {
	console.error(line)
	process.exit(1)
}

/**
 * Becomes a program on the pinned runtime. Where the runtime can replace its own process it does,
 * so that signals reach the program itself; elsewhere a thin parent passes them on. A server ends when that parent or npm ends.
 */
export function become(args, extra = {}) {
	const node = pinnedNode()
	if (!node) fail('The pinned Node.js is missing. Run: npm ci')
	const npm = launchers()
	if (typeof process.execve === 'function' && process.platform !== 'win32') {
		process.removeAllListeners('warning')
		process.chdir(root)
		process.execve(node, ['node', ...args], environment({ ...extra, ...followed(npm) }))
	}
	const env = environment({ ...extra, ...followed([process.pid, ...npm]) })
	const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
	child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Flags that every server or command line of ours runs with. */
export const nodeFlags = [
	...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []),
	'--disable-warning=ExperimentalWarning',
]
