import pg from 'pg'

/** Lets go of a lock. */
export type Release = () => Promise<void>

const seed = 88_217_003
/** A node that vanished without a word must not keep its locks for hours. */
const watchful =
	'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Locks that last longer than a transaction and hold across nodes: advisory locks of one dedicated connection.
 * PostgreSQL frees them by itself when this process dies. They touch no row.
 */
export function createLocks(login: pg.ClientConfig, log: (error: Error) => void) {
	/** What is held or being asked for here; PostgreSQL would give a session its own locks again. */
	const held = new Map<string, () => void>()
	let connection: Promise<pg.Client> | undefined

	let current: pg.Client | undefined

	function lose(client: pg.Client): void {
		if (client !== current) return
		current = undefined
		connection = undefined
		for (const onLost of held.values()) onLost()
		held.clear()
	}

	async function connect(): Promise<pg.Client> {
		const client = new pg.Client({
			...login,
			application_name: 'plaudit-locks',
			keepAlive: true,
			pipeline: true,
		} as pg.ClientConfig)
		// After an error the client takes no more queries, though its end may be a while.
		client.on('error', (error) => {
			lose(client)
			log(error)
		})
		client.on('end', () => lose(client))
		await client.connect()
		await client.query(watchful)
		current = client
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
		const { rows } = await (await open()).query<{ done: boolean }>(text, [name])
		return rows[0]?.done === true
	}

	return {
		/**
		 * Takes a lock if nobody has it.
		 * @param onLost called when the connection, and the lock with it, is gone
		 * @returns nothing while somebody else holds it
		 */
		async lock(name: string, onLost: () => void): Promise<Release | undefined> {
			if (held.has(name)) return undefined
			held.set(name, onLost)
			try {
				if (await ask('pg_try_advisory_lock', name))
					return async () => {
						if (!held.delete(name)) return
						await ask('pg_advisory_unlock', name)
					}
			} catch (error) {
				held.delete(name)
				throw error
			}
			held.delete(name)
			return undefined
		},
		async close(): Promise<void> {
			const client = await connection?.catch(() => undefined)
			await client?.end()
		},
	}
}
