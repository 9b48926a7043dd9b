import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loginAs } from '#platform/pg/login-role.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { postgresUser } from './postgres-user.ts'

export type PgBouncer = {
	/** URL of the database through the pooler, as its owner. */
	url: string
	/** The same as connection settings. */
	owner: pg.ClientConfig
	/** Leads new connections to another server from now on, as a script of a failover does. */
	moveTo(server: { host: string; port: number }): Promise<void>
	stop(): Promise<void>
}

/**
 * Starts Debian's PgBouncer in front of one database.
 * @param mode pooling mode: a server connection is released with the session, or with each transaction
 * @param connections connections to PostgreSQL per role
 */
export async function startPgBouncer(
	owner: pg.ClientConfig,
	mode: 'session' | 'transaction',
	connections = 3,
): Promise<PgBouncer> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-pgbouncer-'))
	const port = await freePort()
	const users = [owner, loginAs(owner)].map(({ user, password = '' }) => `"${user}" "${password}"`)
	const iniFor = (server: Pick<pg.ClientConfig, 'host' | 'port'>) => `[databases]
${owner.database} = host=${server.host} port=${server.port}
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${owner.password ? 'scram-sha-256' : 'trust'}
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${connections}
server_login_retry = 1
`
	const files = { users: users.join('\n'), ini: iniFor(owner) }
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
	const { uid, gid } = postgresUser
	if (uid !== undefined && gid !== undefined)
		for (const path of [folder, join(folder, 'ini'), join(folder, 'users')]) await chown(path, uid, gid)
	const child = spawn('/usr/sbin/pgbouncer', ['-q', join(folder, 'ini')], {
		...postgresUser,
		cwd: '/',
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	let output = ''
	child.stderr.on('data', (chunk) => {
		output += chunk
	})
	const ended = new Promise<never>((_, reject) =>
		child.on('error', reject).on('exit', () => reject(new Error(`PgBouncer ended: ${output}`))),
	)
	const { user: name = 'postgres', password = '', database } = owner
	const through = { ...owner, host: '127.0.0.1', port }
	await Promise.race([waitUntilReady(through), ended])
	return {
		url: `postgres://${name}:${password}@127.0.0.1:${port}/${database}`,
		owner: through,
		async moveTo(server) {
			await writeFile(join(folder, 'ini'), iniFor(server))
			child.kill('SIGHUP')
		},
		async stop() {
			child.kill('SIGTERM')
			await ended.catch(() => {})
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function waitUntilReady(through: pg.ClientConfig): Promise<void> {
	for (;;) {
		const client = new pg.Client(through)
		const answers = await client.connect().then(
			() => true,
			() => false,
		)
		await client.end().catch(() => {})
		if (answers) return
	}
}
