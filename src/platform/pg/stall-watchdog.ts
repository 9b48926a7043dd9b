import type pg from 'pg'
import { socketOf } from './connections.ts'

/**
 * Interval of the check, and the grace beyond the statement timeout, in milliseconds. A commit that waits for a slow
 * disk is not a stall.
 */
export type WatchdogOptions = { interval: number; grace: number }
const defaultWatchdog: WatchdogOptions = { interval: 1000, grace: 10_000 }

export type WatchedConnection = {
	/** Statement timeout of the current transaction, in milliseconds. */
	statementTimeout: number
	/** Statements without an answer. */
	pendingStatements: number
	/** Must be called with each answer. */
	onAnswer(): void
}

type ConnectionState = WatchedConnection & {
	isIdle: boolean
	lastBytesRead: number
	stalledFor: number
}

/**
 * Destroys stalled connections. When a network loses a database silently, TCP would retransmit for a quarter of an
 * hour, and every caller would wait as long.
 */
export function watchForStalls(pool: pg.Pool, { interval: every, grace }: WatchdogOptions = defaultWatchdog) {
	const states = new WeakMap<pg.PoolClient, ConnectionState>()
	const open = new Map<pg.PoolClient, ConnectionState>()

	pool.on('connect', (client) => {
		const state: ConnectionState = {
			statementTimeout: 0,
			pendingStatements: 0,
			onAnswer: () => {
				state.pendingStatements--
			},
			isIdle: false,
			lastBytesRead: 0,
			stalledFor: 0,
		}
		states.set(client, state)
		open.set(client, state)
		client.on('end', () => open.delete(client))
	})
	const stateOf = (client: pg.PoolClient) => states.get(client) as ConnectionState
	pool.on('acquire', (client) => {
		stateOf(client).isIdle = false
	})
	pool.on('release', (_, client) => {
		stateOf(client).isIdle = true
	})

	/** Counts checks, not time: while this process itself was paused, no connection stalled. */
	const checkConnections = () => {
		let isAnyStalled = false
		for (const [client, state] of open) {
			const { bytesRead } = socketOf(client)
			const isHeard = state.pendingStatements === 0 || bytesRead !== state.lastBytesRead
			state.lastBytesRead = bytesRead
			state.stalledFor = isHeard ? 0 : state.stalledFor + every
			if (state.stalledFor <= state.statementTimeout + grace) continue
			isAnyStalled = true
			destroyConnection(client)
		}
		// Each other idle connection of the pool would stall the next caller in the same way.
		if (isAnyStalled) for (const [client, { isIdle }] of open) if (isIdle) destroyConnection(client)
	}
	const timer = setInterval(checkConnections, every).unref()

	return {
		/** Watches a connection of the pool. */
		of: stateOf as (client: pg.PoolClient) => WatchedConnection,
		/**
		 * Resolves when the connections of an ended pool are closed, which the pool itself does not wait for.
		 * Connections that do not answer are destroyed after `timeout` milliseconds.
		 */
		async close(timeout = 2000) {
			clearInterval(timer)
			const closing = [...open.keys()]
			const late = setTimeout(() => closing.forEach(destroyConnection), timeout)
			await Promise.all(closing.map((client) => new Promise((done) => client.once('end', done))))
			clearTimeout(late)
		},
	}
}

function destroyConnection(client: pg.PoolClient): void {
	const error = new Error('the database does not answer')
	socketOf(client).destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
}
