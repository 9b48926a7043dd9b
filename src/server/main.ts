import './compile-cache.ts'
import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { endWithLaunchers } from '#bootstrap/launcher.mjs'
import type { RunningServer } from './start.ts'

// Imported statically, they would be compiled before the cache is enabled.
const { ConfigError } = await import('#platform/config/config.ts')
const { readConfig } = await import('./settings.ts')
const { requireMachine } = await import('./require-machine.ts')
const { requirePaths } = await import('./require-paths.ts')
const { startServer } = await import('./start.ts')

// V8 lets a small heap grow several times over before it collects: 30 % keeps a busy server under 150 MiB.
setFlagsFromString('--heap-growing-percent=30')

/** The only side effects of the program: reading the environment, starting, and stopping on a signal. */
let server: RunningServer | undefined
let starting: Promise<RunningServer> | undefined
const stopping = new AbortController()

/** Ends the process with `code`, or with 1 when the stop was not clean. */
async function stop(code: number) {
	if (stopping.signal.aborted) return
	stopping.abort(new Error('stopped while starting'))
	try {
		// A start in progress may already have started PostgreSQL, which would outlive this process.
		const isClean = (await (await starting)?.stop()) ?? true
		process.exit(isClean ? code : code || 1)
	} catch (error) {
		if (error === stopping.signal.reason) process.exit(code)
		console.error((error as Error).message)
		process.exit(code || 1)
	}
}

process.on('SIGTERM', () => stop(0))
process.on('SIGINT', () => stop(0))
const unfollow = endWithLaunchers(() => stop(0))
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
process.on('SIGHUP', () => {
	// Started by nohup or as a service, the program has no terminal. npm, if it was the parent, has ended from the
	// same signal.
	if (hasTerminal) return stop(0)
	unfollow()
	server?.log.warn('SIGHUP is ignored: there is no terminal')
})
process.on('uncaughtException', (error) => {
	// A log that cannot be written would fail again with each error.
	if (stopping.signal.aborted) return
	if (server) server.log.fatal({ err: error }, 'uncaught')
	else console.error(error)
	void stop(1)
})

try {
	const { config, warnings } = readConfig(process.env)
	for (const warning of warnings) console.error(warning)
	await requireMachine()
	await requirePaths(config)
	starting = startServer(config, stopping.signal)
	server = await starting
	server.failed.then(() => stop(1))
} catch (error) {
	// A stop waits for the start and decides on the exit code.
	if (!stopping.signal.aborted) {
		const lines = error instanceof ConfigError ? error.problems : [(error as Error).message]
		for (const line of lines) console.error(line)
		process.exit(1)
	}
}
