import pg from 'pg'
import { streamOf } from './connections.ts'
import { pause } from './probe-postgres.ts'

/** The lock's number is arbitrary, it only has to be the same in every version. */
const ownerLock = 7_268_431

/** Milliseconds for connecting, and for one answer. */
const patience = 10_000

/** The lock of the process that owns the data directory. PostgreSQL frees it when that process dies. */
export type OwnerLock = {
	/** Resolves when the connection has ended, and the lock with it. */
	lost: Promise<void>
	release(): Promise<void>
}

/**
 * Takes ownership of a running PostgreSQL.
 * @returns nothing while another process has it
 */
export async function takeOwnerLock(owner: pg.ClientConfig): Promise<OwnerLock | undefined> {
	const client = new pg.Client({
		...owner,
		application_name: 'plaudit-owner',
		connectionTimeoutMillis: patience,
		query_timeout: patience,
	})
	client.on('error', () => {})
	const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
	try {
		await client.connect()
		for (let attempt = 0; attempt < 40; attempt++) {
			const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [ownerLock])
			if (rows[0]?.taken) return { lost, release: () => client.end().catch(() => {}) }
			// A server killed a moment ago still has a backend that is about to notice.
			await pause(25)
		}
	} catch (error) {
		// A late answer would give the lock to a connection that is not watched. An orderly end waits for that answer.
		streamOf(client).destroy()
		throw error
	}
	await client.end()
	return undefined
}
