import { execFileSync, spawn } from 'node:child_process'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loginAs } from '#server/pg/login-role.ts'

export type PgBouncer = {
	/** The database's address through the pooler, as its owner. */
	url: string
	/** The same as settings of a connection. */
	owner: pg.ClientConfig
	stop(): Promise<void>
}

/**
 * Starts Debian's PgBouncer in front of one database.
 * @param mode when a client gives its connection back: with its session, or with each transaction
 * @param connections how many it opens to PostgreSQL for each role
 */
export async function startPgBouncer(
	owner: pg.ClientConfig,
	mode: 'session' | 'transaction',
	connections = 3,
): Promise<PgBouncer> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-pgbouncer-'))
	const port = await freePort()
	const users = [owner, loginAs(owner)].map(({ user, password = '' }) => `"${user}" "${password}"`)
	const files = {
		users: users.join('\n'),
		ini: `[databases]
* = host=${owner.host} port=${owner.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${owner.password ? 'scram-sha-256' : 'trust'}
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${connections}
`,
	}
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
	// It refuses to run as root, and PostgreSQL's socket belongs to nobody then.
	const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
	if (user)
		for (const path of [folder, join(folder, 'ini'), join(folder, 'users')])
			await chown(path, user.uid, user.gid)
	const child = spawn('/usr/sbin/pgbouncer', ['-q', join(folder, 'ini')], {
		...user,
		cwd: '/',
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	let said = ''
	child.stderr.on('data', (chunk) => {
		said += chunk
	})
	const ended = new Promise<never>((_, reject) =>
		child.on('error', reject).on('exit', () => reject(new Error(`PgBouncer ended: ${said}`))),
	)
	const { user: name = 'postgres', password = '', database } = owner
	const through = { ...owner, host: '127.0.0.1', port }
	await Promise.race([untilItAnswers(through), ended])
	return {
		url: `postgres://${name}:${password}@127.0.0.1:${port}/${database}`,
		owner: through,
		async stop() {
			child.kill('SIGTERM')
			await ended.catch(() => {})
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function untilItAnswers(through: pg.ClientConfig): Promise<void> {
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

function idOf(flag: string): number {
	return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const probe = createServer().listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
