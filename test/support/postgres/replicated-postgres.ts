import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#test/support/http/free-port.ts'
import { postgresUser as user } from './postgres-user.ts'

const bin = '/usr/lib/postgresql/15/bin'
const password = 'only-for-this-run'
type Member = { folder: string; port: number; process: ChildProcess }

/** A primary of Debian's PostgreSQL 15 with one synchronous standby, each of which takes the other's place. */
export class ReplicatedPostgres {
	private readonly folder = mkdtempSync(join(tmpdir(), 'plaudit-failover-'))
	private primary: Member
	private standby: Member | undefined
	private count = 0
	/** The two ports, which the members keep through all failovers. */
	readonly ports: readonly [number, number]

	private constructor(ports: readonly [number, number]) {
		this.ports = ports
		if (user.uid !== undefined) chownSync(this.folder, user.uid, user.gid)
		const folder = this.nextFolder()
		const secret = join(this.folder, 'password')
		writeFileSync(secret, password, { mode: 0o600 })
		if (user.uid !== undefined) chownSync(secret, user.uid, user.gid)
		const fixed = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
		this.run('initdb', ['-D', folder, '-U', 'postgres', `--pwfile=${secret}`, ...fixed])
		this.primary = this.launch(folder, ports[0])
	}

	static async start(): Promise<ReplicatedPostgres> {
		const cluster = new ReplicatedPostgres([await freePort(), await freePort()])
		await cluster.query('create database plaudit')
		await cluster.addStandby()
		return cluster
	}

	/** Connection settings of the primary. */
	get owner() {
		return { host: '127.0.0.1', port: this.primary.port, user: 'postgres', password, database: 'plaudit' }
	}

	/** URL with both members, of which the primary is used. */
	get url(): string {
		const [one, two] = this.ports
		return `postgres://postgres:${password}@127.0.0.1:${one},127.0.0.1:${two}/plaudit?target_session_attrs=read-write`
	}

	/** Copies the primary unless there is a standby, and waits until each commit waits for the copy. */
	async addStandby(): Promise<void> {
		if (this.standby) return
		const port = this.ports.find((one) => one !== this.primary.port) ?? 0
		const folder = this.nextFolder()
		const from = ['-h', '127.0.0.1', '-p', String(this.primary.port), '-U', 'postgres']
		this.run('pg_basebackup', ['-D', folder, ...from, '-R', '-X', 'stream', '--checkpoint=fast'])
		this.standby = this.launch(folder, port)
		await this.query("alter system set synchronous_standby_names = '*'")
		await this.query('select pg_reload_conf()')
		const state = "select from pg_stat_replication where sync_state = 'sync'"
		while ((await this.query(state)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
	}

	/** Lets the standby fall behind: it receives nothing more, and no commit waits for it. */
	async cutStandby(): Promise<void> {
		const { standby } = this
		if (!standby) throw new Error('there is no standby')
		await this.stopWaiting()
		await this.query("alter system set primary_conninfo = ''", standby.port)
		await this.query('select pg_reload_conf()', standby.port)
		const receivers = 'select from pg_stat_wal_receiver'
		while ((await this.query(receivers, standby.port)).length > 0)
			await new Promise((resolve) => setTimeout(resolve, 50))
	}

	/** Kills the primary as a loss of power would, and promotes the standby. */
	failOver(): void {
		this.killPrimary()
		this.promote()
	}

	/** Kills the primary. The standby goes on to answer reads. */
	killPrimary(): void {
		this.kill(this.primary)
	}

	/** Makes the standby the primary. */
	promote(): void {
		const { standby } = this
		if (!standby) throw new Error('there is no standby')
		// The copied setting would make the new primary wait for a standby that does not exist.
		this.run('pg_ctl', ['promote', '-D', standby.folder, '-w'])
		this.primary = standby
		this.standby = undefined
	}

	/** A promoted server answers no commit before this. */
	async stopWaiting(): Promise<void> {
		await this.query('alter system reset synchronous_standby_names')
		await this.query('select pg_reload_conf()')
	}

	async query(text: string, port = this.primary.port): Promise<Record<string, unknown>[]> {
		const database = text.startsWith('create database') ? 'postgres' : 'plaudit'
		const client = new pg.Client({ ...this.owner, port, database })
		await client.connect()
		try {
			return (await client.query(text)).rows
		} finally {
			await client.end()
		}
	}

	stop(): void {
		for (const member of [this.primary, this.standby]) if (member) this.kill(member)
		rmSync(this.folder, { recursive: true, force: true })
	}

	private nextFolder = () => join(this.folder, `member-${++this.count}`)

	private run(program: string, options: string[]): void {
		const env = { LC_ALL: 'C.UTF-8', PGPASSWORD: password }
		execFileSync(join(bin, program), options, { ...user, cwd: '/', env, stdio: 'ignore' })
	}

	private launch(folder: string, port: number): Member {
		const flags = { port, unix_socket_directories: '', listen_addresses: '127.0.0.1', max_connections: 200 }
		const options = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
		const server = spawn(join(bin, 'postgres'), ['-D', folder, ...options], {
			...user,
			cwd: '/',
			env: { LC_ALL: 'C.UTF-8' },
			stdio: 'ignore',
			// A group of its own, so that all processes of the server can be killed at once.
			detached: true,
		})
		const ready = ['-q', '-h', '127.0.0.1', '-p', String(port)]
		while (spawnSync(join(bin, 'pg_isready'), ready).status !== 0)
			if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
		return { folder, port, process: server }
	}

	private kill({ process: server }: Member): void {
		try {
			process.kill(-(server.pid ?? 0), 'SIGKILL')
		} catch {
			// It has ended.
		}
	}
}
