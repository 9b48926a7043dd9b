// Runs on any Node from 20 on and imports only Node's modules, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followed, launchers } from './launcher.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
/** True when this is a clone with sources. An installed package contains the built program and no lock file. */
export const isCheckout = existsSync(join(root, 'package-lock.json'))
/** Folder of settings and data: the checkout, or the working directory of an installed package. */
const folder = isCheckout ? root : process.cwd()
const bin = join(root, 'node_modules', '.bin')
/** The oldest Node.js version that can run the program. */
const oldest = 24
export const missingNode = `There is no pinned Node.js for this platform, or it was not installed. Install Node.js ${oldest} or newer.`

/** Path of the pinned runtime's binary; without one for the platform, the caller's own if it is new enough. */
export function pinnedNode() {
	const platform = process.platform === 'win32' ? 'win' : process.platform
	const file = platform === 'win' ? 'node.exe' : 'node'
	try {
		const { resolve } = createRequire(import.meta.url)
		const path = join(dirname(resolve(`node-${platform}-${process.arch}/package.json`)), 'bin', file)
		if (!isMusl()) return path
	} catch {
		// The runtime is not packaged for this platform.
	}
	return Number.parseInt(process.versions.node, 10) >= oldest ? process.execPath : undefined
}

/** The packaged runtime needs glibc, which Alpine Linux does not have. */
function isMusl() {
	return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

/** Environment of every child process: the pinned runtime and the installed tools come first in PATH. */
export function environment(extra = {}) {
	// The compile cache saves stripping types at every start.
	const kept = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') }
	return { ...kept, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/** Runs a command with our output, or with stdout sent to stderr; exits with its code when it fails. */
export function must(command, args, extra = {}, stdout = 'inherit', cwd = root) {
	// A path with a colon or semicolon cannot stand in PATH.
	const installed = join(bin, command)
	const { status, error, signal } = spawnSync(existsSync(installed) ? installed : command, args, {
		cwd,
		stdio: ['inherit', stdout, 'inherit'],
		env: environment(extra),
	})
	if (error) fail(`${command} could not be started: ${error.message}`)
	if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1))
}

/** Prints one line and exits. */
export function fail(line) {
	console.error(line)
	process.exit(1)
}

/**
 * Continues as a program on the pinned runtime. It replaces the own process where the runtime can, so that signals
 * reach the program; otherwise a thin parent forwards them. A server ends when that parent or npm ends.
 */
export function become(args, extra = {}) {
	const node = pinnedNode()
	if (!node) fail(missingNode)
	const npm = launchers()
	if (typeof process.execve === 'function' && process.platform !== 'win32') {
		process.removeAllListeners('warning')
		process.chdir(folder)
		process.execve(node, ['node', ...args], environment({ ...extra, ...followed(npm) }))
	}
	const env = environment({ ...extra, ...followed([process.pid, ...npm]) })
	const child = spawn(node, args, { cwd: folder, stdio: 'inherit', env })
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
	child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Arguments that start a server or command line. A checkout runs its sources, the package its compiled program. */
export const programs = isCheckout
	? { server: 'src/server/main.ts', plaudit: 'src/cli/main.ts' }
	: { server: join(root, 'dist/program/server.js'), plaudit: join(root, 'dist/program/plaudit.js') }

/** Flags for every server and command line. */
export const nodeFlags = [
	...(existsSync(join(folder, '.env')) ? ['--env-file=.env'] : []),
	'--disable-warning=ExperimentalWarning',
]
