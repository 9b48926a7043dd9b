import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries, reachableBy } from './embedded-binaries.ts'

const run = promisify(execFile)
const port = 5432
/** The lock's number is arbitrary, it only has to be the same in every version. */
const ownerLock = 7_268_431

/** A running embedded PostgreSQL that this process owns. */
export type Embedded = {
	/** Connection settings of the superuser; only migrations and the supervisor use them. */
	owner: pg.ClientConfig
	/** True when a postmaster that outlived a killed server was taken over. */
	adopted: boolean
	/** Checkpoints and ends PostgreSQL. */
	stop(): Promise<void>
}

/** Another process serves from the same data directory. */
export class DataDirectoryInUse extends Error {}

/**
 * Starts PostgreSQL in `dataDir`, on a Unix socket inside it and no TCP port, with full durability.
 * A postmaster that outlived a killed server is adopted.
 * @param purpose a visitor joins a running server instead of being refused
 * @throws DataDirectoryInUse when another server owns the directory
 */
export async function startEmbedded(
	dataDir: string,
	connections: number,
	purpose: 'serve' | 'visit' = 'serve',
): Promise<Embedded> {
	const user = process.getuid?.() === 0 ? await unprivileged() : undefined
	const cluster = join(dataDir, 'postgres')
	const socket = join(dataDir, 'socket')
	if (Buffer.byteLength(join(socket, `.s.PGSQL.${port}`)) > 103)
		throw new Error(
			`DATA_DIR is too long a path for a Unix socket: ${dataDir}. Choose a shorter one.`,
		)
	await makeFolders(dataDir, socket, user)
	const binaries = await findBinaries(user?.uid)

	const owner: pg.ClientConfig = { host: socket, port, user: 'postgres', database: 'postgres' }
	const adopted = await isAlive(cluster, owner)
	if (!adopted) {
		await initialise(binaries.initdb, cluster, user)
		const log = await open(join(dataDir, 'postgres.log'), 'a', 0o600)
		const start = () => launch(binaries.postgres, cluster, socket, connections, log.fd, user)
		await startUntilReady(start, owner, dataDir).finally(() => log.close())
	} else await untilReady(owner, () => false)
	const lock = await takeOwnership(owner)
	if (!lock && purpose === 'serve')
		throw new DataDirectoryInUse(
			`Another Plaudit already runs on ${dataDir}, a server or one of its commands. Stop it first, or set another DATA_DIR.`,
		)
	return {
		owner: { ...owner, database: await ensureDatabase(owner) },
		adopted,
		stop: async () => lock && stop(cluster, lock),
	}
}

type User = { uid: number; gid: number }

/** PostgreSQL refuses uid 0, and initdb wants a user with a name. */
export async function unprivileged(): Promise<User> {
	const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])))
	return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

async function makeFolders(dataDir: string, socket: string, user: User | undefined): Promise<void> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	await mkdir(socket, { recursive: true, mode: 0o700 })
	if (!user) return
	// Others may pass through to what belongs to them, and list nothing.
	await chmod(dataDir, 0o711)
	await chown(socket, user.uid, user.gid)
	if (!(await reachableBy(user.uid, dataDir)))
		throw new Error(
			`DATA_DIR (${dataDir}) lies in a folder that only root may enter, and PostgreSQL does not run as root. ` +
				'Set DATA_DIR to a place such as /var/lib/plaudit, or start Plaudit as an ordinary user.',
		)
}

async function initialise(initdb: string, cluster: string, user: User | undefined): Promise<void> {
	if (await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)) return
	await removeAbandoned(cluster)
	const fresh = `${cluster}.new-${process.pid}`
	await mkdir(fresh, { mode: 0o700 })
	if (user) await chown(fresh, user.uid, user.gid)
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
	const options = ['-D', fresh, '-U', 'postgres', '--auth=trust', '--data-checksums', ...locale]
	await run(initdb, options, { ...user, cwd: '/', env: { LC_ALL: 'C' } })
	// Whoever is first gives the folder its name; a command run beside the very first start comes second.
	await rename(fresh, cluster).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
		await rm(fresh, { recursive: true, force: true })
	})
}

/** What a killed initdb left behind. */
async function removeAbandoned(cluster: string): Promise<void> {
	for (const name of await readdir(dirname(cluster))) {
		const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
		if (pid && !isRunning(Number(pid)))
			await rm(join(dirname(cluster), name), { recursive: true, force: true })
	}
}

function launch(
	binary: string,
	cluster: string,
	socket: string,
	connections: number,
	log: number,
	user: User | undefined,
): ChildProcess {
	const settings: Record<string, string> = {
		listen_addresses: '',
		unix_socket_directories: socket,
		unix_socket_permissions: '0700',
		port: String(port),
		max_connections: String(connections + 20),
		fsync: 'on',
		full_page_writes: 'on',
		synchronous_commit: 'on',
		shared_buffers: '128MB',
		max_wal_size: '1GB',
		jit: 'off',
		timezone: 'UTC',
		log_line_prefix: '%m [%p] ',
		max_worker_processes: '4',
		max_parallel_workers: '2',
		autovacuum_naptime: '60s',
	}
	const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
	// Its own session: Ctrl+C must reach the server first, which drains and then stops PostgreSQL.
	const child = spawn(binary, ['-D', cluster, ...options], {
		...user,
		cwd: '/',
		detached: true,
		stdio: ['ignore', log, log],
		env: { LC_ALL: 'C' },
	})
	child.unref()
	return child
}

async function isAlive(cluster: string, owner: pg.ClientConfig): Promise<boolean> {
	if (!(await readPid(cluster))) return false
	return (await tryConnect(owner)) !== 'refused'
}

async function readPid(cluster: string): Promise<number | undefined> {
	const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
	const pid = Number.parseInt(text, 10)
	return Number.isFinite(pid) && isRunning(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

async function tryConnect(owner: pg.ClientConfig): Promise<'ready' | 'starting' | 'refused'> {
	const client = new pg.Client({ ...owner, connectionTimeoutMillis: 2000 })
	client.on('error', () => {})
	try {
		await client.connect()
		await client.end()
		return 'ready'
	} catch (error) {
		// 57P03: the postmaster is there and still recovering.
		return (error as { code?: string }).code === '57P03' ? 'starting' : 'refused'
	}
}

/**
 * A postmaster killed a moment ago may still be a zombie, and PostgreSQL then believes that it lives:
 * a start that ends at once is tried again for a while.
 */
async function startUntilReady(
	start: () => ChildProcess,
	owner: pg.ClientConfig,
	dataDir: string,
): Promise<void> {
	for (let attempt = 0; attempt < 25; attempt++) {
		const child = start()
		if (await untilReady(owner, () => child.exitCode !== null || child.signalCode !== null)) return
		await pause(150)
	}
	throw new Error(`PostgreSQL did not start. Its log is ${join(dataDir, 'postgres.log')}.`)
}

/** @returns false when PostgreSQL ended meanwhile, or did not come up within a minute */
async function untilReady(owner: pg.ClientConfig, hasEnded: () => boolean): Promise<boolean> {
	const deadline = Date.now() + 60_000
	while (Date.now() < deadline && !hasEnded()) {
		if ((await tryConnect(owner)) === 'ready') return true
		await pause(15)
	}
	return false
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** PostgreSQL itself holds the lock, so it ends with the process that took it, however that one dies. */
async function takeOwnership(owner: pg.ClientConfig): Promise<pg.Client | undefined> {
	const client = new pg.Client({ ...owner, application_name: 'plaudit-owner', keepAlive: true })
	client.on('error', () => {})
	await client.connect()
	for (let attempt = 0; attempt < 40; attempt++) {
		const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [ownerLock])
		if (rows[0]?.taken) return client
		// A server killed a moment ago still has a backend that is about to notice.
		await pause(25)
	}
	await client.end()
	return undefined
}

async function ensureDatabase(owner: pg.ClientConfig): Promise<string> {
	const name = 'plaudit'
	const client = new pg.Client(owner)
	await client.connect()
	const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
	if (rowCount === 0) await client.query(`create database ${name}`).catch(tolerateTwin)
	await client.end()
	return name
}

/** Somebody who started at the same moment made it first. */
function tolerateTwin(error: { code?: string }): void {
	if (error.code !== '42P04' && error.code !== '23505') throw error
}

async function stop(cluster: string, lock: pg.Client): Promise<void> {
	const pid = await readPid(cluster)
	await lock.end().catch(() => {})
	if (!pid) return
	process.kill(pid, 'SIGINT')
	const deadline = Date.now() + 30_000
	while (isRunning(pid) && Date.now() < deadline) {
		await pause(20)
	}
}
