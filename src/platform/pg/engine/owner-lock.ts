import pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'
import { pause } from './probe-postgres.ts'

/** Lock number; arbitrary, but the same in every version. */
const ownerLock = 7_268_431

/** Timeout of the connection and of each answer, in milliseconds. */
const timeout = 10_000

/** The lock of the process that owns the data directory. PostgreSQL releases it when that process ends. */
export type OwnerLock = {
	/** Resolves when the connection, and the lock with it, has ended. */
	lost: Promise<void>
	release(): Promise<void>
}

/** Takes ownership of a running PostgreSQL. @returns nothing while another process owns it */
export async function takeOwnerLock(owner: pg.ClientConfig): Promise<OwnerLock | undefined> {
	const client = new pg.Client({
		...owner,
		application_name: 'plaudit-owner',
		connectionTimeoutMillis: timeout,
		query_timeout: timeout,
	})
	client.on('error', () => {})
	const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
	try {
		await client.connect()
		for (let attempt = 0; attempt < 40; attempt++) {
			const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [ownerLock])
			if (rows[0]?.taken) return { lost, release: () => client.end().catch(() => {}) }
			// A server killed a moment ago may still have a backend that has not noticed.
			await pause(25)
		}
	} catch (error) {
		// A late answer would give the lock to an unwatched connection. An orderly end waits for that answer.
		socketOf(client).destroy()
		throw error
	}
	await client.end()
	return undefined
}
