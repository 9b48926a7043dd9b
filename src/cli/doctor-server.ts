import { join } from 'node:path'
import { askOwner } from '#server/pg/owner-socket.ts'
import { cliConfig } from './open.ts'

/** Asks the process that owns the data directory, which the checks after this one leave its PostgreSQL to. */
export async function checkServer(): Promise<string> {
	const { DATABASE_URL, DATA_DIR } = cliConfig()
	if (DATABASE_URL) return 'not asked, as DATABASE_URL is set'
	const owner = await askOwner(join(DATA_DIR, 'socket'))
	if (!owner) return `none runs on ${DATA_DIR}`
	if (owner.state === 'serving') return `runs as process ${owner.pid}`
	if (owner.state === 'starting') return `is starting as process ${owner.pid}`
	if (owner.state === 'silent')
		throw new Error(`A process owns ${DATA_DIR} and does not answer. Restart the server.`)
	throw new Error(
		`The server (process ${owner.pid}) is ${owner.state}. PostgreSQL's log is ${join(DATA_DIR, 'postgres.log')}.`,
	)
}
