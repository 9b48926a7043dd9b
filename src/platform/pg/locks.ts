import type pg from 'pg'
import {
	endConnection,
	type Heartbeat,
	keepAliveOptions,
	serverKeepaliveSettings,
	startHeartbeat,
} from './connections.ts'
import { DatabaseClient } from './database-client.ts'

export type Release = () => Promise<void>

const seed = 88_217_003

/**
 * Locks that outlast transactions and hold across nodes: advisory locks of one dedicated connection. PostgreSQL
 * releases them when this process ends.
 */
export function createLocks(login: pg.ClientConfig, log: (error: Error) => void, heartbeat?: Heartbeat) {
	/** Held locks by name; PostgreSQL would grant a session its own locks again. */
	const held = new Map<string, { onLost: () => void }>()
	const requested = new Set<string>()
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
		const client = new DatabaseClient({
			...login,
			...keepAliveOptions,
			application_name: 'plaudit-locks',
			connectionTimeoutMillis: 10_000,
			pipeline: true,
		} as pg.ClientConfig)
		// After an error the client accepts no queries, although it may take a while to end.
		client.on('error', (error) => {
			lose(client)
			log(error)
		})
		let stopHeartbeat = () => {}
		client.on('end', () => {
			stopHeartbeat()
			lose(client)
		})
		await client.connect()
		await client.query(serverKeepaliveSettings)
		current = client
		stopHeartbeat = startHeartbeat(client, heartbeat)
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

	/** A connection that died while idle is noticed at its next use; its locks are already free. */
	const take = (name: string) => ask('pg_try_advisory_lock', name).catch(() => ask('pg_try_advisory_lock', name))

	return {
		/**
		 * Takes a lock if no one holds it.
		 * @param onLost called when the connection, and the lock with it, is lost
		 * @returns nothing while another holder has it
		 */
		async lock(name: string, onLost: () => void): Promise<Release | undefined> {
			if (held.has(name) || requested.has(name)) return undefined
			requested.add(name)
			try {
				if (!(await take(name))) return undefined
			} finally {
				requested.delete(name)
			}
			const holder = { onLost }
			held.set(name, holder)
			return async () => {
				// After a loss another holder may have the name.
				if (held.get(name) !== holder) return
				held.delete(name)
				// If this fails, the connection is given up and the lock with it.
				await ask('pg_advisory_unlock', name).catch(log)
			}
		},
		async close(): Promise<void> {
			const client = await connection?.catch(() => undefined)
			if (client) await endConnection(client)
		},
	}
}
