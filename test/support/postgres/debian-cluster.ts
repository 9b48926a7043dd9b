import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/support/http/free-port.ts'
import { postgresUser as user } from './postgres-user.ts'

const bin = '/usr/lib/postgresql/15/bin'
const password = 'only-for-this-run'

export type DebianCluster = {
	port: number
	/** Folder of the socket, and of files for the server. */
	folder: string
	/** Connection settings of the superuser. */
	owner: { host: string; port: number; user: string; password: string; database: string }
	/** Writes a file that only the server can read. */
	writeSecret(name: string, text: string): string
	stop(): Promise<void>
}

/**
 * Starts a temporary cluster of Debian's PostgreSQL 15 on 127.0.0.1, which asks every user for a password.
 * @param prepare writes files that the settings name
 */
export async function startDebianCluster(
	prepare: (write: DebianCluster['writeSecret']) => Record<string, string | number> = () => ({}),
): Promise<DebianCluster> {
	const folder = mkdtempSync(join(tmpdir(), 'plaudit-pg15-'))
	if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
	const writeSecret = (name: string, text: string) => {
		const path = join(folder, name)
		writeFileSync(path, text, { mode: 0o600 })
		if (user.uid !== undefined) chownSync(path, user.uid, user.gid)
		return path
	}
	const cluster = join(folder, 'cluster')
	const options = { ...user, cwd: '/', env: { LC_ALL: 'C.UTF-8' }, stdio: 'ignore' as const }
	const secret = writeSecret('password', password)
	const fixed = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
	execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'postgres', `--pwfile=${secret}`, ...fixed], options)
	const port = await freePort()
	const settings = {
		port,
		unix_socket_directories: folder,
		listen_addresses: '127.0.0.1',
		max_connections: 200,
		...prepare(writeSecret),
	}
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
	const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], options)
	const ready = ['-q', '-h', '127.0.0.1', '-p', String(port)]
	while (spawnSync(join(bin, 'pg_isready'), ready).status !== 0) {
		// The exit event is delivered only between two turns of the event loop.
		await new Promise((resolve) => setImmediate(resolve))
		if (server.exitCode !== null || server.signalCode !== null) throw new Error('PostgreSQL 15 did not start')
	}
	return {
		port,
		folder,
		owner: { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' },
		writeSecret,
		async stop() {
			if (server.exitCode === null && server.signalCode === null) {
				const ended = new Promise((resolve) => server.once('exit', resolve))
				server.kill('SIGINT')
				await ended
			}
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
