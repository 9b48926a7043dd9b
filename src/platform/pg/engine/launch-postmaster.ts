import { spawn } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import type { ProcessUser } from './embedded-cluster.ts'

export type LaunchOptions = {
	binary: string
	folder: string
	/** Folder of its Unix socket; there is no TCP port. */
	socket: string
	port: number
	/** Size of the pool. Some more connections are reserved for the engine and the command line. */
	connections: number
	logFile: string
	user: ProcessUser | undefined
}

/** Starts a postmaster with full durability. @returns a function that checks whether it has ended */
export async function launchPostmaster(options: LaunchOptions): Promise<() => boolean> {
	const { binary, folder, logFile, user } = options
	const log = await open(logFile, 'a', 0o600)
	const ownScore = await readFile(oomScoreOf('self'), 'utf8').catch(() => '0')
	// A session of its own: Ctrl+C must reach the server first, which drains and then stops PostgreSQL.
	const child = spawn(binary, ['-D', folder, ...settingsOf(options)], {
		...user,
		cwd: '/',
		detached: true,
		stdio: ['ignore', log.fd, log.fd],
		env: {
			LC_ALL: 'C',
			PG_OOM_ADJUST_FILE: oomScoreOf('self'),
			// A process may always raise its own score, but not lower it.
			PG_OOM_ADJUST_VALUE: String(Math.max(0, Number(ownScore))),
		},
	})
	child.unref()
	let couldNotStart = false
	child.once('error', () => {
		couldNotStart = true
	})
	await log.close()
	if (child.pid) await protectFromOomKiller(child.pid)
	return () => couldNotStart || child.exitCode !== null || child.signalCode !== null
}

/**
 * The out-of-memory killer must choose another process, because the postmaster's end closes every connection. Only
 * root may lower the score. https://www.postgresql.org/docs/18/kernel-resources.html#LINUX-MEMORY-OVERCOMMIT
 */
async function protectFromOomKiller(pid: number): Promise<void> {
	await writeFile(oomScoreOf(pid), '-1000').catch(() => {})
}

const oomScoreOf = (pid: number | 'self') => `/proc/${pid}/oom_score_adj`

function settingsOf({ socket, port, connections }: LaunchOptions): string[] {
	const settings: Record<string, string> = {
		listen_addresses: '',
		// A list: unquoted, a comma in the path would begin another folder.
		unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
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
		// Details repeat values of rows, such as addresses and words.
		log_error_verbosity: 'terse',
		max_worker_processes: '4',
		max_parallel_workers: '2',
		autovacuum_naptime: '60s',
	}
	return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
