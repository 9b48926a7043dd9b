import { ConfigError, readConfig } from './config.ts'
import { type RunningServer, startServer } from './start.ts'

/** The only side effects of the program: read the environment, start, stop on a signal. */
let server: RunningServer | undefined
let stopping = false

async function stop(code: number) {
	if (stopping) return
	stopping = true
	await server?.stop()
	process.exit(code)
}

process.on('SIGTERM', () => stop(0))
process.on('SIGINT', () => stop(0))
process.on('uncaughtException', (error) => {
	server?.log.fatal({ err: error }, 'uncaught')
	if (!server) console.error(error)
	stop(1)
})

try {
	const { config, warnings } = readConfig(process.env)
	for (const warning of warnings) console.error(warning)
	server = await startServer(config)
} catch (error) {
	const lines = error instanceof ConfigError ? error.problems : [(error as Error).message]
	for (const line of lines) console.error(line)
	process.exit(1)
}
