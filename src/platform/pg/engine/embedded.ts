import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { bringUp, defaultEngineLimits, type Engine, type EngineLimits } from './bring-up.ts'
import { findBinaries } from './embedded-binaries.ts'
import { findUnprivilegedUser, initCluster, makeFolders, requireOwnFolders } from './embedded-cluster.ts'
import { launchPostmaster } from './launch-postmaster.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { type Owner, type OwnerState, publishOwner, queryOwner, waitForOwner } from './owner-socket.ts'
import { findPostmaster } from './postgres-processes.ts'
import { waitUntilReady } from './probe-postgres.ts'
import { type EngineLog, stopPostmaster } from './stop-postmaster.ts'
import { supervisePostgres } from './supervise-postgres.ts'

const port = 5432
const database = 'plaudit'
/** Milliseconds that a command waits for the PostgreSQL of a running server. */
const joinTimeout = 5000

export type Embedded = {
	/** Connection settings of the superuser; only migrations and the supervisor use them. */
	owner: pg.ClientConfig
	/** True when the postmaster of a killed server was adopted. */
	adopted: boolean
	/** False when PostgreSQL has not answered for a minute. */
	isAlive(): boolean
	/** Resolves when PostgreSQL died and could not be started again. */
	failed: Promise<Error>
	/** Stops PostgreSQL with a checkpoint, if this process owns it. @returns whether the shutdown checkpoint was written */
	stop(): Promise<boolean>
}

/** Another process serves from the same data directory. */
export class DataDirectoryInUse extends Error {}

export type EmbeddedOptions = {
	/** `join` uses the PostgreSQL of a running server instead of being refused. */
	purpose?: 'serve' | 'join'
	log?: EngineLog
	/** Aborts the wait for a PostgreSQL that is starting. */
	abort?: AbortSignal
	bounds?: Partial<EngineLimits>
}

/** Connection settings of the superuser of a running embedded PostgreSQL. */
export function embeddedOwner(dataDir: string): pg.ClientConfig {
	return { host: join(dataDir, 'socket'), port, user: 'postgres', database }
}

const silentLog: EngineLog = { info() {}, warn() {}, error() {} }

/**
 * Starts PostgreSQL in `dataDir`, on a Unix socket inside it and no TCP port, with full durability, and keeps it running.
 * A postmaster that outlived a killed server is adopted.
 * @throws DataDirectoryInUse when another server owns the directory
 */
export async function startEmbedded(
	dataDir: string,
	connections: number,
	{ purpose = 'serve', log = silentLog, abort, bounds }: EmbeddedOptions = {},
): Promise<Embedded> {
	const folder = join(dataDir, 'postgres')
	const socket = join(dataDir, 'socket')
	if (Buffer.byteLength(join(socket, `.s.PGSQL.${port}`)) > 103)
		throw new Error(`DATA_DIR is too long a path for a Unix socket: ${dataDir}. Choose a shorter one.`)
	const owner: pg.ClientConfig = { ...embeddedOwner(dataDir), database: 'postgres' }
	// A command waits until a starting server is ready; a second server is refused at once.
	const statesToWaitFor: OwnerState[] = purpose === 'join' ? ['stopping', 'starting'] : ['stopping']
	const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined
	if (!user) await requireOwnFolders(dataDir, user)
	let state = (): OwnerState => 'starting'
	let withdraw: (() => Promise<void>) | undefined
	while (!withdraw) {
		const running = await waitForOwner(statesToWaitFor, socket, abort)
		if (running && purpose === 'join') return joinRunning(owner, running, dataDir)
		if (running) throw dataDirectoryInUse(dataDir)
		await makeFolders(dataDir, socket, user)
		withdraw = await publishOwner(socket, () => state())
	}
	try {
		const { postgres: binary, initdb } = await findBinaries(user?.uid)
		if (!findPostmaster(folder)) await initCluster(initdb, folder, user, abort)
		abort?.throwIfAborted()
		const logFile = join(dataDir, 'postgres.log')
		const launch = () => launchPostmaster({ binary, folder, socket, port, connections, logFile, user })
		const engine = { folder, owner, logFile, launch, log, bounds: { ...defaultEngineLimits, ...bounds } }
		const adopted = await startOrAdopt(engine, abort)
		const lock = await takeOwnership(engine)
		if (!lock && purpose === 'serve') throw dataDirectoryInUse(dataDir)
		if (!lock) {
			await withdraw()
			return joinedEngine(owner)
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

/** Takes the owner lock and creates the database. A PostgreSQL for which that fails is stopped. */
async function takeOwnership({ folder, owner, log }: Engine): Promise<OwnerLock | undefined> {
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

function dataDirectoryInUse(dataDir: string): DataDirectoryInUse {
	return new DataDirectoryInUse(
		`Another Plaudit already runs on ${dataDir}, a server or one of its commands. Stop it first, or set another DATA_DIR.`,
	)
}

/** Joins the PostgreSQL of a running server. It never starts a second one. */
async function joinRunning(owner: pg.ClientConfig, { pid }: Owner, dataDir: string): Promise<Embedded> {
	const abort = AbortSignal.timeout(joinTimeout)
	if (!(await waitUntilReady(owner, () => false, defaultEngineLimits, abort).catch(() => false))) {
		const { state = 'stopping' } = (await queryOwner(owner.host ?? '')) ?? {}
		throw new Error(
			`The server runs (process ${pid ?? 'unknown'}, ${state}) and its PostgreSQL does not take connections. Its log is ${join(dataDir, 'postgres.log')}.`,
		)
	}
	return joinedEngine(owner)
}

/** A PostgreSQL that this process neither supervises nor stops. */
export const unownedEngine = { isAlive: () => true, failed: new Promise<Error>(() => {}), stop: async () => true }

function joinedEngine(owner: pg.ClientConfig): Embedded {
	return { ...unownedEngine, owner: { ...owner, database }, adopted: true }
}

function ensureDatabase(owner: pg.ClientConfig): Promise<void> {
	return withClient(owner, async (client) => {
		const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
		if (rowCount === 0) await client.query(`create database ${database}`).catch(ignoreDuplicateDatabase)
	})
}

/** Another process that started at the same time created it first. */
function ignoreDuplicateDatabase(error: { code?: string }): void {
	if (error.code !== '42P04' && error.code !== '23505') throw error
}
