import pg from 'pg'
import { keptAlive, streamOf, watchful } from './connections.ts'
import { createListener } from './listener.ts'
import { createLocks, type Release } from './locks.ts'
import { opening, type Role, statementTimeoutOf, type TransactionOptions } from './opening.ts'
import { isConflict } from './outage.ts'
import { hearOwnNotices, type OwnNotice, takeOwnNotices } from './own-notices.ts'
import type { Query } from './sql.ts'
import { markUncommitted } from './uncommitted.ts'
import { type Watched, type Watchfulness, watchPool } from './watch.ts'

/** Who asks: the verified claims of a token, or a service acting for itself. Times are unix seconds. */
export type Claims = {
	role: Role
	sub?: string
	email?: string
	session_id?: string
	aal?: string
	exp?: number
	[claim: string]: unknown
}

/** A transaction under one identity. Every query of it is already in flight when the promise is returned. */
export type Tx = {
	/** Rows of one statement. */
	query<Row extends object>(query: Query): Promise<Row[]>
	/** The driver's whole result: rows, rowCount, fields. */
	result(query: Query): Promise<pg.QueryResult>
	/** The last statement of the transaction, sent together with its commit: one round trip fewer. */
	final<Row extends object>(query: Query): Promise<Row[]>
}

/** The one door to the database. */
export type Db = {
	/** Runs `work` in one transaction as `claims`; commits if it returns, rolls back if it throws. */
	as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
	/**
	 * Calls back at each notice on a channel. `onGap` runs after a lost connection was restored: notices may be missing.
	 * What a trigger told a transaction of this node (own-notices.ts) is heard before `as` returns, and once more by notice.
	 */
	listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<void>
	/** Takes a lock that outlives transactions, if no node has it. `onLost` runs when it is gone with its connection. */
	lock(name: string, onLost: () => void): Promise<Release | undefined>
	/** Ends all connections. */
	close(): Promise<void>
}

/** Thrown by `Tx` users to roll back on purpose while still answering with a value. */
export class RollbackWith<T> extends Error {
	readonly value: T
	constructor(value: T) {
		super('rollback')
		this.value = value
	}
}

/** Of a transaction that may be repeated. */
const mostTries = 4
/**
 * Of each connection. Somebody's own PostgreSQL may count its hours and days elsewhere; budgets and the wire are in UTC. And a node
 * that vanished without a word must not keep its rows locked for hours.
 */
const settings = `set timezone to 'UTC'; ${watchful}`
const commit: Query = { text: 'commit', values: [] }
const rollback: Query = { text: 'rollback', values: [] }

export type DbOptions = {
	/** Another way to the same database, for transactions only: between two of them its sessions serve other clients. */
	pooler?: pg.ClientConfig | undefined
	watchfulness?: Watchfulness
}

/** Opens the pool. Nothing connects before the first use. */
export function openDb(
	login: pg.ClientConfig,
	connections: number,
	log: (error: Error) => void,
	{ pooler, watchfulness }: DbOptions = {},
): Db {
	const pool = new pg.Pool({
		...(pooler ?? login),
		...keptAlive,
		max: connections,
		pipeline: true,
		idleTimeoutMillis: 30_000,
		connectionTimeoutMillis: 10_000,
		application_name: 'plaudit',
	} as pg.PoolConfig)
	// What the pool tells of idle connections, each of them tells itself.
	pool.on('error', () => {})
	const watch = watchPool(pool, watchfulness)
	// One that breaks under a transaction would end the process, were nobody listening.
	pool.on('connect', (client) => {
		client.on('error', log)
		hearOwnNotices(client)
		if (!pooler) client.query(settings).catch(log)
	})
	const listener = createListener(login, log)
	const locks = createLocks(login, log)

	const begin: Begin = async () => {
		const client = await pool.connect().catch((error: unknown) => {
			markUncommitted(error)
			throw error
		})
		return { client, watched: watch.of(client), isPooled: pooler !== undefined }
	}

	return {
		as(claims, work, options = {}) {
			const given = pooler ? withoutSession(options) : options
			const run = () => transact(begin, listener.tell, claims, work, given)
			return options.repeatable ? again(run) : run()
		},
		listen: listener.listen,
		lock: locks.lock,
		async close() {
			await Promise.all([listener.close(), locks.close()])
			await pool.end()
			await watch.close()
		},
	}
}

/** Gives a transaction what a connection of its own would have for all of them. */
const withoutSession = (options: TransactionOptions): TransactionOptions => ({
	...options,
	settings: { timezone: 'UTC', ...options.settings },
})

/** A prepared statement is a session's, and the next transaction may run in another session. */
const unprepared = ({ name: _, ...query }: Query): Query => query

/** Does the work until nobody stood in its way. */
async function again<T>(run: () => Promise<T>): Promise<T> {
	for (let left = mostTries - 1; ; left--) {
		try {
			return await run()
		} catch (error) {
			if (left === 0 || !isConflict(error)) throw error
		}
	}
}

type Begin = () => Promise<{ client: pg.PoolClient; watched: Watched; isPooled: boolean }>

async function transact<T>(
	begin: Begin,
	tell: (notice: OwnNotice) => void,
	claims: Claims,
	work: (tx: Tx) => Promise<T>,
	options: TransactionOptions,
): Promise<T> {
	const openedBy = opening(claims, options)
	const { client, watched, isPooled } = await begin()
	watched.limit = statementTimeoutOf(claims, options)
	const ask = (query: Query): Promise<pg.QueryResult> => {
		watched.owed++
		const result = client.query((isPooled ? unprepared(query) : query) as pg.QueryConfig)
		// A statement that work never awaited must not end the process; its failure is found below.
		result.then(watched.answered, watched.answered)
		return result
	}
	const inFlight: Promise<unknown>[] = []
	let ended: Promise<unknown> | undefined
	const send = (query: Query): Promise<pg.QueryResult> => {
		// A statement after the commit would run outside the transaction, as the login role.
		if (ended) return Promise.reject(new Error('the transaction has already ended'))
		gatherWrites(client)
		const result = ask(query)
		inFlight.push(result)
		return result
	}
	const tx: Tx = {
		query: async (query) => (await send(query)).rows,
		result: send,
		final: async (query) => {
			const result = send(query)
			ended = ask(commit)
			const [{ rows }] = await Promise.all([result, ended])
			return rows
		},
	}
	let broken: Error | undefined
	try {
		for (const query of openedBy) send(query)
		const value = await work(tx)
		ended ??= ask(commit)
		// Pipelined statements each end on their own: one that failed turned the commit into a rollback.
		await Promise.all([...inFlight, ended])
		for (const notice of takeOwnNotices(client)) tell(notice)
		return value
	} catch (error) {
		const isCommitting = ended !== undefined
		ended ??= ask(rollback)
		const outcomes = await Promise.allSettled(inFlight)
		await ended.catch((failure: Error) => {
			broken = failure
		})
		takeOwnNotices(client)
		if (error instanceof RollbackWith) return error.value as T
		// What follows a failed statement only says that the transaction is aborted (25P02): the first failure is the reason.
		const first = outcomes.find((outcome) => outcome.status === 'rejected')
		const reason = (error as { code?: unknown }).code === '25P02' ? first?.reason : undefined
		if (!isCommitting) markUncommitted(reason ?? error)
		throw reason ?? error
	} finally {
		client.release(broken)
	}
}

/**
 * Holds back what is written to a connection until the end of this tick, so that statements sent together
 * leave in one system call instead of one each: a fifth of the processor time of a small request.
 */
function gatherWrites(client: pg.PoolClient): void {
	const stream = streamOf(client)
	if (stream.writableCorked > 0) return
	stream.cork()
	process.nextTick(() => stream.uncork())
}
