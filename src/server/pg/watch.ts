import type pg from 'pg'
import { streamOf } from './connections.ts'

/**
 * How often connections that owe an answer are looked at, and what they may take beyond the time that PostgreSQL gives a
 * statement: a commit that waits for a slow disk is no silence. Both in milliseconds.
 */
export type Watchfulness = { every: number; grace: number }
const usual: Watchfulness = { every: 1000, grace: 10_000 }

/** What is known of one connection. */
export type Watched = {
	/** Milliseconds that PostgreSQL gives a statement of the present transaction. */
	limit: number
	/** Statements that were sent and are not answered. */
	owed: number
	/** To be called with each answer, whatever it is. */
	answered(): void
}

type State = Watched & { isIdle: boolean; heard: number; silentFor: number }

/**
 * Cuts connections that fell silent. A network that lost a database without a word tells nobody: what was sent would be sent
 * again for a quarter of an hour, and whoever asked would wait as long.
 */
export function watchPool(pool: pg.Pool, { every, grace }: Watchfulness = usual) {
	const states = new WeakMap<pg.PoolClient, State>()
	const open = new Map<pg.PoolClient, State>()

	pool.on('connect', (client) => {
		const state: State = {
			limit: 0,
			owed: 0,
			answered: () => {
				state.owed--
			},
			isIdle: false,
			heard: 0,
			silentFor: 0,
		}
		states.set(client, state)
		open.set(client, state)
		client.on('end', () => open.delete(client))
	})
	const of = (client: pg.PoolClient) => states.get(client) as State
	pool.on('acquire', (client) => {
		of(client).isIdle = false
	})
	pool.on('release', (_, client) => {
		of(client).isIdle = true
	})

	/** Counted in looks, not by the clock: while this process itself stood still, nobody was silent. */
	const look = () => {
		let isAnySilent = false
		for (const [client, state] of open) {
			const { bytesRead } = streamOf(client)
			const isHeard = state.owed === 0 || bytesRead !== state.heard
			state.heard = bytesRead
			state.silentFor = isHeard ? 0 : state.silentFor + every
			if (state.silentFor <= state.limit + grace) continue
			isAnySilent = true
			cut(client)
		}
		// Each of those that wait in the pool would cost the next caller as much time to find out.
		if (isAnySilent) for (const [client, { isIdle }] of open) if (isIdle) cut(client)
	}
	const timer = setInterval(look, every).unref()

	return {
		/** For connections of the pool. */
		of: of as (client: pg.PoolClient) => Watched,
		/**
		 * After the pool was ended: resolves when its connections are closed, which the pool does not wait for. A PostgreSQL that is
		 * stopped before would break them off. One that does not answer has `patience` milliseconds.
		 */
		async close(patience = 2000) {
			clearInterval(timer)
			const closing = [...open.keys()]
			const late = setTimeout(() => closing.forEach(cut), patience)
			await Promise.all(closing.map((client) => new Promise((done) => client.once('end', done))))
			clearTimeout(late)
		},
	}
}

function cut(client: pg.PoolClient): void {
	const error = new Error('the database does not answer')
	streamOf(client).destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
}
