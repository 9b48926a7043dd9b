import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { run as backup } from '#cli/backup/backup.ts'
import { run as restore } from '#cli/backup/restore.ts'
import { withDb } from '#cli/with-deps.ts'
import { exportErasures } from '#platform/backups/erasures.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { readConfig } from '#server/settings.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let s3: S3Server
let folder: string
const address = () => `s3://${s3.settings.S3_BUCKET}/praise`
const at = (...names: string[]) => join(folder, ...names)

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {})
	folder = await mkdtemp(join(tmpdir(), 'plaudit-external-'))
	database = await createTestDatabase()
	s3 = await startS3Server()
	const { host, port, user, password, database: name } = database.owner
	const secret = typeof password === 'string' ? `:${password}` : ''
	const { S3_BUCKET: _, ...settings } = s3.settings
	const given = {
		...settings,
		DATABASE_URL: `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`,
		BACKUP_TARGET: address(),
		DATA_DIR: at('data'),
	}
	for (const [setting, value] of Object.entries(given)) vi.stubEnv(setting, value)
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await writeFile(at('data', 'storage', 'ab', 'photo'), 'a photo')
	await writeFile(at('data', 'keys.json'), '{}', { mode: 0o600 })
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await s3.close()
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

it('with DATABASE_URL a backup in S3 holds files and keys, and is restored beside the database', async () => {
	expect(await backup([])).toBe(0)
	vi.stubEnv('DATA_DIR', at('other'))
	expect(await restore([])).toBe(0)
	expect(await readFile(at('other', 'storage', 'ab', 'photo'), 'utf8')).toBe('a photo')
	expect(await readFile(at('other', 'keys.json'), 'utf8')).toBe('{}')
	vi.stubEnv('DATABASE_URL', '')
	vi.stubEnv('DATA_DIR', at('third'))
	await expect(restore([])).rejects.toThrow('no database, as DATABASE_URL was set: set it to the restored database')
})

it('restore --erasures erases again what other tools have restored', async () => {
	vi.unstubAllEnvs()
	const { host, port, user, password, database: name } = database.owner
	const secret = typeof password === 'string' ? `:${password}` : ''
	const { S3_BUCKET: _, ...settings } = s3.settings
	const given = { ...settings, BACKUP_TARGET: address(), DATA_DIR: at('data') }
	const url = `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`
	for (const [setting, value] of Object.entries({ ...given, DATABASE_URL: url })) vi.stubEnv(setting, value)
	const { space } = await makeWall(database, 'fernhill')
	const [first = ''] = await publishTestimonials(database, space, [{ name: 'Ada' }, { name: 'Bea' }])
	const copy = 'create table public.copy as select * from public.testimonials where id = $1'.replace('$1', `'${first}'`)
	await asOwner(database, copy)
	await asOwner(database, 'select private.erase_testimonials($1, array[$2::uuid])', [space, first])
	await withDb((db) => exportErasures(db, openTarget(readConfig(given).config, address())))
	expect(await asOwner(database, 'select from plaudit.erasures')).toEqual([])
	const columns = await asOwner<{ list: string }>(
		database,
		`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
		where table_schema = 'public' and table_name = 'testimonials' and is_generated = 'NEVER'`,
	)
	const list = columns[0]?.list
	await asOwner(database, `insert into public.testimonials (${list}) select ${list} from public.copy`)
	expect(await restore(['--erasures', '--json'])).toBe(0)
	expect(console.log).toHaveBeenLastCalledWith('{"erased":1}')
	const left = await asOwner(database, 'select author_name as name from public.testimonials where space_id = $1', [
		space,
	])
	expect(left).toEqual([{ name: 'Bea' }])
})
