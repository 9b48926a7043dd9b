import './compile-cache.ts'
import { setFlagsFromString } from 'node:v8'
import type { RunningServer } from './start.ts'

// Imported statically, they would be compiled before the cache is there.
const { ConfigError, readConfig } = await import('./config.ts')
const { startServer } = await import('./start.ts')

// V8 lets a small heap grow to several times what it holds before it collects: 40 % keeps a busy server under 150 MiB.
setFlagsFromString('--heap-growing-percent=40')

/** The only side effects of the program: read the environment, start, stop on a signal. */
let server: RunningServer | undefined
let starting: Promise<RunningServer> | undefined
let stopping = false

async function stop(code: number) {
	if (stopping) return
	stopping = true
	// One that is still coming up has started PostgreSQL perhaps, which would live on without it.
	await (await starting?.catch(() => undefined))?.stop()
	process.exit(code)
}

process.on('SIGTERM', () => stop(0))
process.on('SIGINT', () => stop(0))
process.on('uncaughtException', (error) => {
	if (!server) {
		console.error(error)
		process.exit(1)
	}
	server.log.fatal({ err: error }, 'uncaught')
	stop(1)
})

try {
	const { config, warnings } = readConfig(process.env)
	for (const warning of warnings) console.error(warning)
	starting = startServer(config)
	server = await starting
} catch (error) {
	const lines = error instanceof ConfigError ? error.problems : [(error as Error).message]
	for (const line of lines) console.error(line)
	process.exit(1)
}
