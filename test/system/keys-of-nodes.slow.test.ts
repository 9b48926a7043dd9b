import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKeyFile } from '#platform/keys/key-file.ts'
import { writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { runToItsEnd, type Server, startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let server: Server
let folder: string
let settings: Record<string, string>
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-other-'))
	database = await createTestDatabase()
	const { host, port, user, password = '', database: name } = database.owner
	const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`
	settings = { DATABASE_URL, JWT_KEYS: writeSharedKeys(makeKeyFile()) }
	server = await startServer(settings)
})
afterAll(async () => {
	await server.stop()
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

const start = (env: Record<string, string>) => runToItsEnd({ ...settings, PORT: '0', DATA_DIR: folder, ...env })

it('a node without keys, or with others, ends with one line and writes neither keys nor migrations', async () => {
	const name = 'migrations/0052_space_limits.sql'
	const rows = await asOwner(database, 'delete from plaudit.migrations where name = $1 returning *', [name])
	const { DATABASE_URL = '' } = settings
	for (const env of [{}, { JWT_KEYS: writeSharedKeys(makeKeyFile()) }]) {
		const { code, output } = await runToItsEnd({ DATABASE_URL, PORT: '0', DATA_DIR: folder, ...env })
		expect(code).toBe(1)
		expect(output.trim().split('\n')).toEqual([expect.stringContaining('belongs to another keys.json (or JWT_KEYS)')])
	}
	expect(await readdir(folder)).toEqual([])
	expect(await asOwner(database, 'select from plaudit.migrations where name = $1', [name])).toEqual([])
	await asOwner(
		database,
		'insert into plaudit.migrations select * from jsonb_populate_recordset(null::plaudit.migrations, $1)',
		[JSON.stringify(rows)],
	)
})

it('a node with another anonymous or service key than a running one ends with one line that names them', async () => {
	for (const name of ['ANON_KEY', 'SERVICE_ROLE_KEY']) {
		const { code, output } = await start({ [name]: 'a key of only this one node' })
		expect(code).toBe(1)
		expect(output.trim().split('\n')).toEqual([
			expect.stringMatching(/^ANON_KEY or SERVICE_ROLE_KEY differs .* \(PostgreSQL process \d+.*plaudit keys export/),
		])
	}
})

it('a node with the same keys joins the one that runs, and other API keys hold after all have stopped', async () => {
	const second = await startServer(settings)
	expect(await fetchAnonKey(second.url)).toBe(await fetchAnonKey(server.url))
	await second.stop()
	expect(await server.end()).toBe(0)
	const later = await startServer({ ...settings, ANON_KEY: 'a key for all nodes from now on' })
	expect(await fetchAnonKey(later.url)).toBe('a key for all nodes from now on')
	await later.stop()
})
