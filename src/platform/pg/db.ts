import pg from 'pg'
import type { Tracing } from '#platform/tracing/tracing.ts'
import { beginTransaction, type Role, statementTimeoutOf, type TransactionOptions } from './begin-transaction.ts'
import { keepAliveOptions, serverKeepaliveSettings, socketOf } from './connections.ts'
import { DatabaseClient } from './database-client.ts'
import {
	collectLocalNotifications,
	createListener,
	type LocalNotification,
	takeLocalNotifications,
} from './listener.ts'
import { createLocks, type Release } from './locks.ts'
import type { OutageLog } from './outage-log.ts'
import { isConflict, markUncommitted, mayBeReadOnly, ReadOnlyServer } from './pg-errors.ts'
import type { Query } from './sql.ts'
import { type WatchdogOptions, type WatchedConnection, watchForStalls } from './stall-watchdog.ts'

/** The caller of a transaction: the verified claims of a token, or a service of the platform. Times are unix seconds. */
export type Claims = {
	role: Role
	sub?: string
	email?: string
	session_id?: string
	aal?: string
	exp?: number
	[claim: string]: unknown
}

/** A transaction under one identity. Each query is already sent when its promise is returned. */
export type Tx = {
	query<Row extends object>(query: Query): Promise<Row[]>
	/** The driver's whole result: rows, rowCount, fields. */
	result(query: Query): Promise<pg.QueryResult>
	/** The last statement of the transaction, sent together with its commit, which saves a round trip. */
	final<Row extends object>(query: Query): Promise<Row[]>
}

/** Access to the database, always under an identity. */
export type Db = {
	/** Runs `work` in one transaction as `claims`; commits if it returns, rolls back if it throws. */
	as<T>(claims: Claims, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
	/**
	 * Subscribes to notifications on a channel. `onGap` runs after a reconnect, when notifications may be missing.
	 * Notifications raised by a transaction of this node arrive before `as` returns (`collectLocalNotifications`), and
	 * a second time from PostgreSQL.
	 */
	listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<void>
	/** Takes a lock that outlives transactions, unless a node holds it. `onLost` runs when its connection is lost. */
	lock(name: string, onLost: () => void): Promise<Release | undefined>
	/** A router of shards is told the space of each transaction, so that a transaction can be about one space alone. */
	readonly isSharded: boolean
	/** Connections of the pool, and the transactions that wait for one. */
	pool(): PoolState
	close(): Promise<void>
}

export type PoolState = { size: number; idle: number; waiting: number }

/** Rolls back on purpose while `as` still returns a value. */
export class RollbackWith<T> extends Error {
	readonly value: T
	constructor(value: T) {
		super('rollback')
		this.value = value
	}
}

const maxAttempts = 4
/**
 * Settings of each connection. Budgets and wires use UTC whatever the database is set to; keepalive frees the locks
 * of a vanished node.
 */
const sessionSettings = `set timezone to 'UTC'; ${serverKeepaliveSettings}`
const commit: Query = { text: 'commit', values: [] }
const rollback: Query = { text: 'rollback', values: [] }
/** Settings of the session, and not those of a transaction that a caller may have made read-only. */
const isReadOnlyServer: Query = {
	text: `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`,
	values: [],
}

export type DbOptions = {
	/** Settings of a transaction pooler to the same database. Its sessions serve other clients between two transactions. */
	pooler?: pg.ClientConfig | undefined
	watchdog?: WatchdogOptions
	tracing?: Tracing | undefined
	/** The setting by which a router of shards learns the space of a transaction; none without a router. */
	shardSetting?: string | undefined
	/** `application_name` of the connection for LISTEN, which tells other nodes about this one. */
	listenerName?: string | undefined
	/** Told of each transaction, subscription and lock. */
	outages?: OutageLog | undefined
}

/** Opens the pool. It connects at the first use. */
export function openDb(
	login: pg.ClientConfig,
	connections: number,
	log: (error: Error) => void,
	{ pooler, watchdog: watchfulness, tracing, shardSetting, listenerName, outages }: DbOptions = {},
): Db {
	const settings = pooler ?? login
	const pool = new pg.Pool({
		Client: DatabaseClient,
		...settings,
		...keepAliveOptions,
		max: connections,
		pipeline: true,
		idleTimeoutMillis: 30_000,
		connectionTimeoutMillis: 10_000,
		application_name: settings.application_name ?? 'plaudit',
	} as pg.PoolConfig)
	// Each client has its own error listener.
	pool.on('error', () => {})
	const stallWatchdog = watchForStalls(pool, watchfulness)
	// Without a listener, a connection that breaks during a transaction would end the process.
	pool.on('connect', (client) => {
		client.on('error', log)
		collectLocalNotifications(client)
		if (!pooler) client.query(sessionSettings).catch(log)
	})
	const listener = createListener(login, log, { name: listenerName })
	const locks = createLocks(login, log)

	const begin: Begin = async () => {
		const client = await pool.connect().catch((error: unknown) => {
			markUncommitted(error)
			throw error
		})
		return { client, watched: stallWatchdog.of(client), isPooled: pooler !== undefined }
	}

	/** A connection to a server that takes no writes is given up, so that the next one chooses among the hosts again. */
	const takesWrites = async () => {
		const { client } = await begin()
		const { rows } = await client.query<{ isReadOnly: boolean }>(isReadOnlyServer.text).catch((error: Error) => {
			client.release(error)
			throw error
		})
		const isReadOnly = rows[0]?.isReadOnly !== false
		client.release(isReadOnly)
		return !isReadOnly
	}

	return {
		as(claims, work, options = {}) {
			const sessionOptions = pooler ? withSessionSettings(options) : options
			const transaction = () =>
				observe(outages, transact(begin, listener.tell, claims, work, sessionOptions, shardSetting), takesWrites)
			const run = tracing ? () => tracing.span('transaction', spanAttributes(claims), transaction) : transaction
			return options.repeatable ? retryOnConflict(run) : run()
		},
		listen: (channel, onNotice, onGap) => observe(outages, listener.listen(channel, onNotice, onGap)),
		lock: (name, onLost) => observe(outages, locks.lock(name, onLost)),
		isSharded: shardSetting !== undefined,
		pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
		async close() {
			await Promise.all([listener.close(), locks.close()])
			await pool.end()
			await stallWatchdog.close()
		},
	}
}

async function observe<T>(
	outages: OutageLog | undefined,
	work: Promise<T>,
	takesWrites?: () => Promise<boolean>,
): Promise<T> {
	if (!outages) return work
	try {
		const value = await work
		outages.answered(takesWrites)
		return value
	} catch (error) {
		outages.failed(error)
		throw error
	}
}

const spanAttributes = ({ role }: Claims) => ({ 'db.system.name': 'postgresql', 'plaudit.role': role })

/** Sets for one transaction what a dedicated connection has for its session. */
const withSessionSettings = (options: TransactionOptions): TransactionOptions => ({
	...options,
	settings: { timezone: 'UTC', ...options.settings },
})

/** A prepared statement belongs to a session, and a pooler may use another session for the next transaction. */
const unprepared = ({ name: _, ...query }: Query): Query => query

/** Repeats the work while it fails with a conflict. */
async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
	for (let attemptsLeft = maxAttempts - 1; ; attemptsLeft--) {
		try {
			return await run()
		} catch (error) {
			if (attemptsLeft === 0 || !isConflict(error)) throw error
		}
	}
}

const isReading = ({ readOnly, snapshot }: TransactionOptions) => readOnly === true || snapshot === true

type Begin = () => Promise<{ client: pg.PoolClient; watched: WatchedConnection; isPooled: boolean }>

async function transact<T>(
	begin: Begin,
	notify: (notice: LocalNotification) => void,
	claims: Claims,
	work: (tx: Tx) => Promise<T>,
	options: TransactionOptions,
	shardSetting: string | undefined,
): Promise<T> {
	const openingQueries = beginTransaction(claims, options, shardSetting)
	const { client, watched, isPooled } = await begin()
	watched.statementTimeout = statementTimeoutOf(claims, options)
	const ask = (query: Query): Promise<pg.QueryResult> => {
		watched.pendingStatements++
		const result = submit(client, isPooled ? unprepared(query) : query)
		// A statement that the work never awaits must not end the process; its failure is found below.
		result.then(watched.onAnswer, watched.onAnswer)
		return result
	}
	const inFlight: (Promise<unknown> | undefined)[] = []
	let ended: Promise<unknown> | undefined
	const send = (query: Query): Promise<pg.QueryResult> => {
		// A statement after the commit would run outside the transaction, as the login role.
		if (ended) return Promise.reject(new Error('the transaction has already ended'))
		batchWrites(client)
		const result = ask(query)
		const place = inFlight.push(result) - 1
		// A transaction of many statements must not hold all their rows.
		result.then(
			() => {
				inFlight[place] = undefined
			},
			() => {},
		)
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
	let connectionError: Error | undefined
	try {
		for (const query of openingQueries) void send(query)
		const value = await work(tx)
		ended ??= ask(commit)
		// Each pipelined statement ends on its own: a failed one turned the commit into a rollback.
		await Promise.all([...inFlight, ended])
		for (const notice of takeLocalNotifications(client)) notify(notice)
		return value
	} catch (error) {
		const isCommitting = ended !== undefined
		ended ??= ask(rollback)
		const outcomes = await Promise.allSettled(inFlight)
		await ended.catch((failure: Error) => {
			connectionError = failure
		})
		takeLocalNotifications(client)
		if (error instanceof RollbackWith) return error.value as T
		// Statements after a failed one only report that the transaction is aborted (25P02): the first failure is the
		// reason.
		const first = outcomes.find((outcome) => outcome.status === 'rejected')
		const reason = (error as { code?: unknown }).code === '25P02' ? first?.reason : undefined
		const cause = reason ?? error
		if (!connectionError && !isReading(options) && mayBeReadOnly(cause)) {
			const [row] = await ask(isReadOnlyServer).then(
				({ rows }) => rows,
				() => [],
			)
			// The pool makes a new connection instead, which finds the server that takes writes.
			if (row?.isReadOnly) connectionError = new ReadOnlyServer('the database takes no writes', { cause })
		}
		const isRefused = connectionError instanceof ReadOnlyServer
		const failure = isRefused ? connectionError : cause
		// A lost connection fails the commit, which may have happened, with the same error as the statements before it.
		if (!isCommitting || isRefused) markUncommitted(failure)
		throw failure
	} finally {
		client.release(connectionError)
	}
}

/**
 * Sends a query as an object of the driver: given a configuration, the driver copies it with its property descriptors,
 * which takes ten times as long as everything else that it does before sending.
 */
function submit(client: pg.PoolClient, { text, values, name }: Query): Promise<pg.QueryResult> {
	const answer = new Promise<pg.QueryResult>((resolve, reject) => {
		const query = new pg.Query(text, values as unknown[], (error, result) =>
			error ? reject(error) : resolve(result as unknown as pg.QueryResult),
		)
		client.query(Object.assign(query, { name }))
	})
	return answer.catch((error: Error) => {
		// The error was made where the socket is read; the caller is found here.
		Error.captureStackTrace(error)
		throw error
	})
}

/**
 * Delays the writes of a connection to the end of this tick, so that statements sent together leave in one system
 * call. This saves a fifth of the processor time of a small request.
 */
function batchWrites(client: pg.PoolClient): void {
	const stream = socketOf(client)
	if (stream.writableCorked > 0) return
	stream.cork()
	process.nextTick(() => stream.uncork())
}
