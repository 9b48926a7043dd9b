import pg from 'pg'
import { endConnection, feelPulse, keptAlive, type Pulse, watchful } from './connections.ts'

/** Lets go of a lock. */
export type Release = () => Promise<void>

const seed = 88_217_003

/**
 * Locks that last longer than a transaction and hold across nodes: advisory locks of one dedicated connection.
 * PostgreSQL frees them by itself when this process dies. They touch no row.
 */
export function createLocks(login: pg.ClientConfig, log: (error: Error) => void, pulse?: Pulse) {
	/** By name; PostgreSQL would give a session its own locks again. */
	const held = new Map<string, { onLost: () => void }>()
	const asked = new Set<string>()
	let connection: Promise<pg.Client> | undefined
	let current: pg.Client | undefined

	function lose(client: pg.Client): void {
		if (client !== current) return
		current = undefined
		connection = undefined
		const lost = [...held.values()]
		held.clear()
		for (const { onLost } of lost) onLost()
	}

	async function connect(): Promise<pg.Client> {
		const client = new pg.Client({
			...login,
			...keptAlive,
			application_name: 'plaudit-locks',
			connectionTimeoutMillis: 10_000,
			pipeline: true,
		} as pg.ClientConfig)
		// After an error the client takes no more queries, though its end may be a while.
		client.on('error', (error) => {
			lose(client)
			log(error)
		})
		let stopFeeling = () => {}
		client.on('end', () => {
			stopFeeling()
			lose(client)
		})
		await client.connect()
		await client.query(watchful)
		current = client
		stopFeeling = feelPulse(client, pulse)
		return client
	}

	function open(): Promise<pg.Client> {
		connection ??= connect().catch((error) => {
			connection = undefined
			throw error
		})
		return connection
	}

	async function ask(call: string, name: string): Promise<boolean> {
		const text = `select ${call}(hashtextextended($1, ${seed})) as done`
		const client = await open()
		try {
			const { rows } = await client.query<{ done: boolean }>(text, [name])
			if (client !== current) throw new Error('the connection of the locks was lost')
			return rows[0]?.done === true
		} catch (error) {
			lose(client)
			client.end().catch(() => {})
			throw error
		}
	}

	/** A connection that died while it was idle is noticed only when it is used; what it held is free again. */
	const take = (name: string) =>
		ask('pg_try_advisory_lock', name).catch(() => ask('pg_try_advisory_lock', name))

	return {
		/**
		 * Takes a lock if nobody has it.
		 * @param onLost called when the connection, and the lock with it, is gone
		 * @returns nothing while somebody else holds it
		 */
		async lock(name: string, onLost: () => void): Promise<Release | undefined> {
			if (held.has(name) || asked.has(name)) return undefined
			asked.add(name)
			try {
				if (!(await take(name))) return undefined
			} finally {
				asked.delete(name)
			}
			const mine = { onLost }
			held.set(name, mine)
			return async () => {
				// After a loss the name may be somebody else's.
				if (held.get(name) !== mine) return
				held.delete(name)
				// Where this fails, the connection is given up and the lock with it.
				await ask('pg_advisory_unlock', name).catch(log)
			}
		},
		async close(): Promise<void> {
			const client = await connection?.catch(() => undefined)
			if (client) await endConnection(client)
		},
	}
}
