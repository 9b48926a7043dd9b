import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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
const urlOf = ({ host, port, user, password, database: name }: TestDatabase['owner']) =>
	`postgres://${user}${typeof password === 'string' ? `:${password}` : ''}@localhost:${port}/${name}?host=${host}`

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {})
	folder = await mkdtemp(join(tmpdir(), 'plaudit-external-'))
	database = await createTestDatabase()
	s3 = await startS3Server()
	const { S3_BUCKET: _, ...settings } = s3.settings
	const given = {
		...settings,
		DATABASE_URL: urlOf(database.owner),
		BACKUP_TARGET: address(),
		DATA_DIR: at('data'),
	}
	for (const [setting, value] of Object.entries(given)) vi.stubEnv(setting, value)
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await s3.close()
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

it('restore --erasures erases again what other tools have restored', async () => {
	vi.unstubAllEnvs()
	const { S3_BUCKET: _, ...settings } = s3.settings
	const given = { ...settings, BACKUP_TARGET: address(), DATA_DIR: at('data') }
	for (const [setting, value] of Object.entries({ ...given, DATABASE_URL: urlOf(database.owner) }))
		vi.stubEnv(setting, value)
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
