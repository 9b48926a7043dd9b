import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { readConfig } from '#server/settings.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { checks } from './doctor.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-doctor-own-'))
	await mkdir(join(folder, 'migrations'))
	database = await createTestDatabase()
})
beforeEach(() => {
	const { host, port, user, password, database: name } = database.owner
	const secret = typeof password === 'string' ? `:${password}` : ''
	vi.stubEnv('DATABASE_URL', `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`)
	vi.stubEnv('DATA_DIR', folder)
})
afterEach(() => {
	vi.unstubAllEnvs()
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true })
})
const found = (wanted: string) => checks.find(({ name }) => name === wanted)?.check()
const start = (env = {}) => openOwnTables(readConfig({ DATA_DIR: folder, ...env }).config, database.owner)

it('the doctor counts own migrations and names those that are pending, changed or missing', async () => {
	const file = join(folder, 'migrations', '1.sql')
	await chmod(join(folder, 'migrations'), 0o777)
	await expect(found('own migrations')).rejects.toThrow('can be written to by everybody')
	await chmod(join(folder, 'migrations'), 0o755)
	expect(await found('own migrations')).toBe(`none in ${folder}/migrations`)
	await writeFile(file, 'create table app.a ()')
	expect(await found('own migrations')).toContain('0 applied of')
	expect(await found('own migrations')).toContain('; the next start applies 1.sql')
	await start()
	expect(await found('own migrations')).toBe(`1 applied of ${folder}/migrations`)
	await writeFile(file, 'create table app.b ()')
	await expect(found('own migrations')).rejects.toThrow('1.sql was changed after it was applied')
	await rm(file)
	await expect(found('own migrations')).rejects.toThrow('1.sql: applied, and no longer in')
	vi.stubEnv('OWN_MIGRATIONS', join(folder, 'none'))
	await expect(found('own migrations')).rejects.toThrow('OWN_MIGRATIONS: there is no folder')
})

it('the doctor names reachable tables without row-level security and views that bypass it', async () => {
	await asOwner(database, 'create table app.closed (id int)')
	expect(await found('own tables')).toBe('row-level security guards all; new ones are granted to no role')
	vi.stubEnv('OWN_TABLES_GRANT', 'supabase')
	expect(await found('own tables')).toContain('takes effect at the next start')
	await start({ OWN_TABLES_GRANT: 'supabase' })
	await asOwner(
		database,
		`create table app.open_a (id int); create table app.guarded (id int); alter table app.guarded enable row level security;
		create table app."Open B" (id int); revoke all on app."Open B" from anon;
		create view app.passing as select * from app.guarded; create view app.checked with (security_invoker = on) as select * from app.guarded;
		create schema hidden; create table hidden.t (); grant select on hidden.t to anon;`,
	)
	await expect(found('own tables')).rejects.toThrow(
		'The table app."Open B" has no row-level security and is open to every account. Run: alter table app."Open B" enable row level security; and add policies. ' +
			'The table app.open_a has no row-level security and is open to everybody who has the anon key. Run: alter table app.open_a enable row level security; and add policies. ' +
			'The view app.passing is open to everybody who has the anon key and passes by row-level security. Run: alter view app.passing set (security_invoker = on);',
	)
	await asOwner(
		database,
		`alter table app.open_a enable row level security; alter table app."Open B" enable row level security;
		alter view app.passing set (security_invoker = on)`,
	)
	expect(await found('own tables')).toBe(
		'row-level security guards all; new ones are granted to anon, authenticated and service_role',
	)
	vi.stubEnv('OWN_TABLES_GRANT', 'none')
	await expect(found('own tables')).rejects.toThrow(
		'OWN_TABLES_GRANT=none, but new tables in public are granted to every role. Restart, or',
	)
})

it('the doctor advises revoking rights on relations without row-level security support', async () => {
	vi.stubEnv('OWN_TABLES_GRANT', 'supabase')
	await asOwner(
		database,
		`create foreign data wrapper elsewhere; create server elsewhere foreign data wrapper elsewhere;
		create materialized view app.kept as select 1 as n; create foreign table app.far (id int) server elsewhere;`,
	)
	await expect(found('own tables')).rejects.toThrow(
		'The foreign table app.far is open to everybody who has the anon key and cannot have row-level security. Run: revoke all on app.far from anon, authenticated; ' +
			'The materialized view app.kept is open to everybody who has the anon key and cannot have row-level security. Run: revoke all on app.kept from anon, authenticated;',
	)
	await asOwner(database, 'revoke all on app.far, app.kept from anon, authenticated')
	expect(await found('own tables')).toContain('row-level security guards all')
})

it('the doctor reports a schema app that callers may not use', async () => {
	vi.stubEnv('OWN_TABLES_GRANT', 'supabase')
	await asOwner(database, 'revoke usage on schema app from anon, authenticated, service_role')
	expect(await found('own tables')).toContain("; the schema app is the operator's, usage is not granted to callers")
	await asOwner(database, 'grant usage on schema app to anon, authenticated, service_role')
})
