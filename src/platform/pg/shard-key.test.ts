import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Db, openDb } from './db.ts'
import { loginAs } from './login-role.ts'
import { isShardSetting, setShardKey } from './shard-key.ts'
import { sql } from './sql.ts'

const anon = { role: 'anon' } as const
const key = '0B6F7C1E-6f0a-4d5f-9d42-0f2f6f0c3a11'
let database: TestDatabase
let wire: Awaited<ReturnType<typeof startPostgresProxy>>
beforeAll(async () => {
	database = await createTestDatabase()
	wire = await startPostgresProxy(database)
})
afterAll(async () => {
	wire.close()
	await database.drop()
})

/** The statements of one transaction, without those that set up its connection. */
async function statementsOf(shardSetting: string | undefined, shardKey: string | undefined): Promise<string[]> {
	const db = openDb(loginAs(wire.database.owner), 1, () => {}, { shardSetting })
	await db.as(anon, (tx) => tx.query(sql`select 1 as warm`))
	wire.takeStatements()
	await db.as(anon, (tx) => tx.query(sql`select 2 as asked`), { shardKey })
	await db.close()
	return wire.takeStatements()
}

it('a router is told the space by one statement after begin, in small letters', async () => {
	const [begin, second, ...rest] = await statementsOf('pgdog.sharding_key', key)
	expect([begin, second]).toEqual(['begin', `set local pgdog.sharding_key = '${key.toLowerCase()}'`])
	expect(rest).toEqual([
		expect.stringMatching(/^select where set_config\('role'/),
		expect.stringMatching(/^select 2/),
		'commit',
	])
})

it('without a router, or without a space, the statements are those of before', async () => {
	const plain = await statementsOf(undefined, undefined)
	expect(plain).toEqual([
		expect.stringMatching(/^begin; set local role anon;/),
		expect.stringMatching(/^select 2/),
		'commit',
	])
	expect(plain.join()).not.toMatch(/shard|pgdog/)
	expect(await statementsOf(undefined, key)).toEqual(plain)
	expect(await statementsOf('pgdog.sharding_key', undefined)).toEqual(plain)
})

it('a key that is not a UUID is refused before any statement, and the connection stays usable', async () => {
	const db: Db = openDb(loginAs(wire.database.owner), 1, () => {}, { shardSetting: 'pgdog.sharding_key' })
	await db.as(anon, (tx) => tx.query(sql`select 1 as warm`))
	wire.takeStatements()
	const hostile = [
		'',
		'x',
		`${key}'`,
		`${key}\n`,
		`${key}\0`,
		`' ; reset role; --`,
		`${key}'; set local role postgres; --`,
		`{${key}}`,
		key.replaceAll('-', ''),
		'\u0660b6f7c1e-6f0a-4d5f-9d42-0f2f6f0c3a11',
		'0'.repeat(100_000),
	]
	for (const shardKey of hostile)
		await expect(db.as(anon, async () => 1, { shardKey })).rejects.toThrow('a shard key is not a UUID')
	for (const shardKey of [null, 1, [key], { toString: () => key }] as never[])
		await expect(db.as(anon, async () => 1, { shardKey })).rejects.toThrow('a shard key is not a UUID')
	expect(wire.takeStatements()).toEqual([])
	expect(await db.as(anon, (tx) => tx.query(sql`select current_user as name`))).toEqual([{ name: 'anon' }])
	await db.close()
})

it('the key ends with its transaction, and changes neither role nor claims', async () => {
	const db = openDb(loginAs(database.owner), 1, () => {}, { shardSetting: 'router.space' })
	const seen = sql`select current_user as "user", nullif(current_setting('router.space', true), '') as space, auth.uid() as uid`
	const read = (shardKey?: string) => db.as(anon, (tx) => tx.final<object>(seen), { shardKey })
	expect(await read(key)).toEqual([{ user: 'anon', space: key.toLowerCase(), uid: null }])
	expect(await read()).toEqual([{ user: 'anon', space: null, uid: null }])
	await db.close()
})

it('no setting that the sources of the database and the server name is a shard setting', async () => {
	const found = new Set<string>()
	for (const folder of ['db', 'src']) {
		const root = fileURLToPath(new URL(`../../../${folder}/`, import.meta.url))
		const names = await readdir(root, { recursive: true })
		for (const name of names.filter((one) => /(?<!\.test)\.(sql|ts)$/.test(one))) {
			const text = await readFile(join(root, name), 'utf8')
			for (const [, setting = ''] of text.matchAll(/(?:current_setting|set_config)\(\s*'([a-z_]+\.[a-z_.]+)'/g))
				found.add(setting)
		}
	}
	expect(found.size).toBeGreaterThan(10)
	expect([...found].filter(isShardSetting)).toEqual([])
})

it('a setting of this database, or a name that is none, is no shard setting', () => {
	const refused = [
		'role',
		'plaudit.restoring',
		'request.jwt.claims',
		'storage.operation',
		'response.status',
		'auth.access_tokens_expire',
		'plpgsql.check_asserts',
		'pg_stat_statements.track',
		'pgdog',
		'pgdog.',
		'.key',
		'a.b.c',
		'Pgdog.key',
		"a.b' = '1",
		'a.b; reset role',
		'a.b\n',
		`a.${'b'.repeat(64)}`,
	]
	for (const name of refused) {
		expect([name, isShardSetting(name)]).toEqual([name, false])
		expect(() => setShardKey(name, key)).toThrow('not the name of a shard setting')
		expect(() => readConfig({ DATABASE_SHARDED: name })).toThrow()
	}
	const settingOf = (DATABASE_SHARDED?: string) =>
		readConfig(DATABASE_SHARDED ? { DATABASE_SHARDED } : {}).config.DATABASE_SHARDED
	expect(['on', 'off', 'router.space', undefined].map(settingOf)).toEqual([
		'pgdog.sharding_key',
		undefined,
		'router.space',
		undefined,
	])
})
