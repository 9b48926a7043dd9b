import type { Socket } from 'node:net'
import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'

/** TCP keepalive for long-lived connections, so that a dead peer is detected. */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 20_000 }

/** TCP keepalive on PostgreSQL's side: a node that vanished must not keep its locks for hours. */
export const serverKeepaliveSettings =
	'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/** Runs work on a connection of its own. What is not committed when the work ends is rolled back. */
export async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new DatabaseClient({ ...settings, ...keepAliveOptions })
	// An end of the connection fails the query that runs; without a listener it would also end the process.
	client.on('error', () => {})
	try {
		await client.connect()
		return await work(client)
	} finally {
		await client.end()
	}
}

/** Interval and timeout of the probe of a connection, in milliseconds. */
export type Heartbeat = { interval: number; timeout: number }
const defaultHeartbeat: Heartbeat = { interval: 20_000, timeout: 10_000 }

/**
 * Probes a dedicated connection regularly and gives it up when it does not answer.
 * @returns a function that stops the probe
 */
export function startHeartbeat(
	client: pg.Client,
	{ interval: every, timeout: queryTimeout } = defaultHeartbeat,
): () => void {
	const probe = { text: 'select', query_timeout: queryTimeout } as pg.QueryConfig
	let timer: NodeJS.Timeout
	const scheduleNext = () => {
		timer = setTimeout(() => client.query(probe).then(scheduleNext, giveUp), every).unref()
	}
	const giveUp = () => socketOf(client).destroy()
	scheduleNext()
	return () => clearTimeout(timer)
}

/** Ends a connection, or destroys its socket when the other side does not answer. */
export async function endConnection(client: pg.Client, timeout = 2000): Promise<void> {
	const cut = setTimeout(() => socketOf(client).destroy(), timeout)
	await client.end().catch(() => {})
	clearTimeout(cut)
}

/** The socket of a connection, encrypted or not. */
export function socketOf(client: pg.ClientBase): Socket {
	return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
