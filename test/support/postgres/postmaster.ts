import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Process id of a data directory's postmaster. */
export async function postmasterOf(dataDir: string): Promise<number> {
	return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/**
 * Runs a statement as the superuser beside a running server.
 * @returns its rows
 */
export async function queryPostgres<Row extends object>(dataDir: string, text: string): Promise<Row[]> {
	const client = new pg.Client({
		host: join(dataDir, 'socket'),
		user: 'postgres',
		database: 'plaudit',
	})
	client.on('error', () => {})
	await client.connect()
	try {
		return (await client.query<Row>(text)).rows
	} finally {
		await client.end()
	}
}

/** Kills a backend of the server's pool, so that PostgreSQL ends all others and recovers. */
export async function killBackend(dataDir: string): Promise<void> {
	const [backend] = await queryPostgres<{ pid: number }>(
		dataDir,
		"select pid from pg_stat_activity where application_name = 'plaudit' limit 1",
	)
	if (!backend) throw new Error('the server has no connection')
	process.kill(backend.pid, 'SIGKILL')
}
