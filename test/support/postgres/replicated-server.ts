import { afterAll, beforeAll } from 'vitest'
import { type Server, startServer } from '#test/support/server-process.ts'
import { ReplicatedPostgres } from './replicated-postgres.ts'

/** Starts the program over a primary and its synchronous standby, for all tests of a file. */
export function shareReplicatedServer(settings: Record<string, string> = {}) {
	let postgres: ReplicatedPostgres
	let server: Server
	beforeAll(async () => {
		postgres = await ReplicatedPostgres.start()
		server = await startServer({ DATABASE_URL: postgres.url, RATE_LIMITS: 'off', ...settings })
	})
	afterAll(async () => {
		await server?.stop()
		postgres?.stop()
	})
	return {
		get postgres() {
			return postgres
		},
		get server() {
			return server
		},
	}
}
