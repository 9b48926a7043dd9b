import { join } from 'node:path'
import pg from 'pg'
import { bringUp, type Engine, type EngineBounds, usualBounds } from './bring-up-postgres.ts'
import { findBinaries } from './embedded-binaries.ts'
import { initialise, makeFolders, unprivileged } from './embedded-cluster.ts'
import { launchPostmaster } from './launch-postmaster.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import {
	askOwner,
	askOwnerAfter,
	type Owner,
	type OwnerState,
	publishOwner,
} from './owner-socket.ts'
import { findPostmaster } from './postgres-processes.ts'
import { comesUp } from './probe-postgres.ts'
import { type EngineLog, stopPostmaster } from './stop-postmaster.ts'
import { supervisePostgres } from './supervise-postgres.ts'

const port = 5432
const database = 'plaudit'
/** Milliseconds that a command waits for the PostgreSQL of a running server. */
const visitPatience = 5000

/** A running embedded PostgreSQL. */
export type Embedded = {
	/** Connection settings of the superuser; only migrations and the supervisor use them. */
	owner: pg.ClientConfig
	/** True when a postmaster that outlived a killed server was taken over. */
	adopted: boolean
	/** False when PostgreSQL has not answered for a minute. */
	isAlive(): boolean
	/** Resolves when PostgreSQL died and could not be started again. */
	failed: Promise<Error>
	/** Checkpoints and ends PostgreSQL, if this process owns it. @returns whether it wrote its shutdown checkpoint */
	stop(): Promise<boolean>
}

/** Another process serves from the same data directory. */
export class DataDirectoryInUse extends Error {}

export type EmbeddedOptions = {
	/** A visitor (command line) joins a running server instead of being refused. */
	purpose?: 'serve' | 'visit'
	log?: EngineLog
	/** Gives up waiting for a PostgreSQL that is starting. */
	abort?: AbortSignal
	/** Those that are not the usual ones. */
	bounds?: Partial<EngineBounds>
}

const silent: EngineLog = { info() {}, warn() {}, error() {} }

/**
 * Starts PostgreSQL in `dataDir`, on a Unix socket inside it and no TCP port, with full durability, and keeps it running.
 * A postmaster that outlived a killed server is adopted.
 * @throws DataDirectoryInUse when another server owns the directory
 */
export async function startEmbedded(
	dataDir: string,
	connections: number,
	{ purpose = 'serve', log = silent, abort, bounds }: EmbeddedOptions = {},
): Promise<Embedded> {
	const folder = join(dataDir, 'postgres')
	const socket = join(dataDir, 'socket')
	if (Buffer.byteLength(join(socket, `.s.PGSQL.${port}`)) > 103)
		throw new Error(
			`DATA_DIR is too long a path for a Unix socket: ${dataDir}. Choose a shorter one.`,
		)
	const owner: pg.ClientConfig = { host: socket, port, user: 'postgres', database: 'postgres' }
	// A command joins a server that is starting once it serves; a second server is refused at once.
	const passing: OwnerState[] = purpose === 'visit' ? ['stopping', 'starting'] : ['stopping']
	const user = process.getuid?.() === 0 ? await unprivileged() : undefined
	let state = (): OwnerState => 'starting'
	let withdraw: (() => Promise<void>) | undefined
	while (!withdraw) {
		const running = await askOwnerAfter(passing, socket, abort)
		if (running && purpose === 'visit') return visit(owner, running, dataDir)
		if (running) throw inUse(dataDir)
		await makeFolders(dataDir, socket, user)
		withdraw = await publishOwner(socket, () => state())
	}
	try {
		const { postgres: binary, initdb } = await findBinaries(user?.uid)
		if (!findPostmaster(folder)) await initialise(initdb, folder, user, abort)
		abort?.throwIfAborted()
		const logFile = join(dataDir, 'postgres.log')
		const launch = () =>
			launchPostmaster({ binary, folder, socket, port, connections, logFile, user })
		const engine = { folder, owner, logFile, launch, log, bounds: { ...usualBounds, ...bounds } }
		const adopted = await startOrAdopt(engine, abort)
		const lock = await own(engine)
		if (!lock && purpose === 'serve') throw inUse(dataDir)
		if (!lock) {
			await withdraw()
			return asVisitor(owner)
		}
		const supervisor = supervisePostgres(engine, lock)
		state = supervisor.state
		return {
			owner: { ...owner, database },
			adopted,
			isAlive: supervisor.isAlive,
			failed: supervisor.failed,
			stop: () => supervisor.stop().finally(withdraw),
		}
	} catch (error) {
		await withdraw()
		throw error
	}
}

/** Takes the lock of the owner and makes the database. A PostgreSQL for which that fails is stopped. */
async function own({ folder, owner, log }: Engine): Promise<OwnerLock | undefined> {
	let lock: OwnerLock | undefined
	try {
		lock = await takeOwnerLock(owner)
		await ensureDatabase(owner)
		return lock
	} catch (error) {
		await lock?.release()
		await stopPostmaster(folder, owner, log)
		throw error
	}
}

async function startOrAdopt(engine: Engine, abort = new AbortController().signal) {
	try {
		return await bringUp(engine, engine.bounds.starts, abort)
	} catch (error) {
		// It would outlive the server that started it.
		if (abort.aborted && !(await stopPostmaster(engine.folder, engine.owner, engine.log)))
			throw new Error('PostgreSQL was stopped without its shutdown checkpoint.')
		throw error
	}
}

function inUse(dataDir: string): DataDirectoryInUse {
	return new DataDirectoryInUse(
		`Another Plaudit already runs on ${dataDir}, a server or one of its commands. Stop it first, or set another DATA_DIR.`,
	)
}

/** Joins the PostgreSQL of a running server, and never starts one beside it. */
async function visit(owner: pg.ClientConfig, { pid }: Owner, dataDir: string): Promise<Embedded> {
	const abort = AbortSignal.timeout(visitPatience)
	if (!(await comesUp(owner, () => false, usualBounds, abort).catch(() => false))) {
		const { state = 'stopping' } = (await askOwner(owner.host ?? '')) ?? {}
		throw new Error(
			`The server runs (process ${pid ?? 'unknown'}, ${state}) and its PostgreSQL does not take connections. Its log is ${join(dataDir, 'postgres.log')}.`,
		)
	}
	return asVisitor(owner)
}

function asVisitor(owner: pg.ClientConfig): Embedded {
	return {
		owner: { ...owner, database },
		adopted: true,
		isAlive: () => true,
		failed: new Promise(() => {}),
		stop: async () => true,
	}
}

async function ensureDatabase(owner: pg.ClientConfig): Promise<void> {
	const client = new pg.Client(owner)
	client.on('error', () => {})
	await client.connect()
	const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
	if (rowCount === 0) await client.query(`create database ${database}`).catch(tolerateTwin)
	await client.end()
}

/** Another process that started at the same moment made it first. */
function tolerateTwin(error: { code?: string }): void {
	if (error.code !== '42P04' && error.code !== '23505') throw error
}
