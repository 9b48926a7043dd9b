import { type Server, startServer } from '#test/server.ts'
import { atMost, type Figure, plain } from './figure.ts'
import { memoryOf, postmasterOf } from './processes.ts'

/** How long until the first request is answered, and what idleness costs. */
export async function measureStart(server: Server): Promise<Figure[]> {
	await server.kill()
	const started = performance.now()
	await server.restart()
	const afterKill = performance.now() - started

	const first = performance.now()
	const fresh = await startServer()
	const firstStart = performance.now() - first
	// Idle means idle: what start-up left behind is collected first.
	await new Promise((resolve) => setTimeout(resolve, 5000))
	const node = await memoryOf(fresh.pid, false)
	const postgres = await memoryOf(await postmasterOf(fresh.dataDir), true)
	await fresh.stop()
	return [
		plain('ready, empty data directory (initdb included)', firstStart, 'ms'),
		atMost('ready after kill -9', afterKill, 'ms', 5000),
		atMost('idle memory, server process (PSS)', node, 'MiB', 120),
		atMost('idle memory, PostgreSQL (PSS)', postgres, 'MiB', 60),
	]
}
