import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from './engine/embedded.ts'
import { schemaFolder } from './engine/open-database.ts'
import { loginAs } from './login-role.ts'
import { migrate } from './migrations/migrate.ts'

/** A separate cluster, because a role belongs to all databases of a cluster and this one requires its password. */
describe('the password of the role that serves', () => {
	let folder: string
	let server: Embedded
	let sql: pg.Client
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-login-'))
		server = await startEmbedded(folder, 40)
		sql = await connectAs(server.owner)
		const rules = join(folder, 'postgres', 'pg_hba.conf')
		const before = await readFile(rules, 'utf8')
		await writeFile(rules, 'local all plaudit_login scram-sha-256\n')
		await appendFile(rules, before)
		await sql.query('select pg_reload_conf()')
	})
	afterAll(async () => {
		await sql.end()
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	})

	const ownerWith = (password: string, database = 'plaudit'): pg.ClientConfig => ({
		...server.owner,
		database,
		password,
	})
	async function connectAs(settings: pg.ClientConfig): Promise<pg.Client> {
		const client = new pg.Client(settings)
		await client.connect()
		return client
	}
	async function canServe(owner: pg.ClientConfig): Promise<string> {
		const client = await connectAs(loginAs(owner))
		const { rows } = await client.query('select current_user as name')
		await client.end()
		return rows[0].name
	}
	/** Value of the role's last write. */
	const lastWrite = async () =>
		(await sql.query("select xmin::text from pg_authid where rolname = 'plaudit_login'")).rows[0]

	it('the login role’s password follows the owner’s', async () => {
		for (const password of ['first', 'second']) {
			await migrate(ownerWith(password), schemaFolder)
			expect(await canServe(ownerWith(password))).toBe('plaudit_login')
		}
		await expect(canServe(ownerWith('first'))).rejects.toThrow('password authentication failed')
	})

	it('a start leaves a valid password of the login role unchanged', async () => {
		const before = await lastWrite()
		await migrate(ownerWith('second'), schemaFolder)
		expect(await lastWrite()).toEqual(before)
	})

	it('concurrent starts in several databases of a cluster set the login role’s password', async () => {
		const databases = ['one', 'two', 'three']
		for (const name of databases) {
			await sql.query(`create database ${name}`)
			await migrate(ownerWith('second', name), schemaFolder)
		}
		const other = await connectAs(server.owner)
		await other.query("begin; alter role plaudit_login password 'of somebody else'")
		const starts = Promise.all(databases.map((name) => migrate(ownerWith('third', name), schemaFolder)))
		const waiting = async () => {
			const { rowCount } = await sql.query(
				"select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter role%'",
			)
			return rowCount
		}
		await expect.poll(waiting).toBe(databases.length)
		await other.query('commit')
		await other.end()
		await starts
		expect(await canServe(ownerWith('third'))).toBe('plaudit_login')
	})
})
