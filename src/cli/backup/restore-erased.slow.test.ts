import { randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cliConfig } from '#cli/with-deps.ts'
import { keepErasures, repeatKeptErasures } from '#platform/backups/kept-erasures.ts'
import { createLog } from '#platform/log.ts'
import { type Db, openDb } from '#platform/pg/db.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { createErasureFollower } from '#product/people/follow-erasures.ts'
import { asOwner } from '#test/support/test-database.ts'
import { run as backup } from './backup.ts'
import { run as restore } from './restore.ts'

let folder: string
const at = (...names: string[]) => join(folder, ...names)
const [space, goneSpace, ada, bea, media] = Array.from({ length: 5 }, () => randomUUID())
const ask = <Row extends object>(server: Embedded, text: string, values: unknown[] = []) =>
	asOwner<Row>({ owner: server.owner, drop: async () => {} }, text, values)

async function withDb<T>(server: Embedded, work: (db: Db) => Promise<T>): Promise<T> {
	const db = openDb(loginAs(server.owner), 3, () => {})
	return work(db).finally(() => db.close())
}

const mail = (about: string[], words: string) =>
	[
		'From: a@b.example',
		'To: Ines <ines@harbour.example>',
		`Date: ${new Date().toUTCString()}`,
		...(about.length > 0 ? [`X-Plaudit-About: ${about.join('\r\n ')}`] : []),
		'',
		words,
	].join('\r\n')

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {})
	folder = await mkdtemp(join(tmpdir(), 'plaudit-restore-erased-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	for (const name of ['DATABASE_URL', 'BACKUP_TARGET', 'BACKUP_KEY']) vi.stubEnv(name, '')
	vi.stubEnv('DATA_DIR', at('data'))
	const served = await startEmbedded(at('data'), 8)
	await migrate(served.owner, schemaFolder)
	for (const id of [space, goneSpace])
		await ask(served, `insert into public.spaces (id, name) values ($1, 'Skerry')`, [id])
	for (const [id, name, of] of [
		[ada, 'Ada', space],
		[bea, 'Bea', space],
		[randomUUID(), 'Cleo', goneSpace],
	])
		await ask(
			served,
			`insert into public.testimonials (space_id, id, kind, body, author_name, source) values ($1, $2, 'text', 'Calm.', $3, 'api')`,
			[of, id, name],
		)
	await ask(served, `insert into storage.objects (bucket_id, name, version) values ('photos', $1, 'ab12')`, [
		`${space}/${ada}/${media}.webp`,
	])
	await mkdir(at('data', 'outbox'), { mode: 0o700 })
	await writeFile(at('data', 'outbox', '1-ines@harbour.example.eml'), mail([space ?? '', ada ?? ''], 'of Ada'))
	await writeFile(at('data', 'outbox', '2-owner@harbour.example.eml'), mail([space ?? '', bea ?? ''], 'of Bea'))
	await writeFile(at('data', 'outbox', '3-ines@harbour.example.eml'), mail([goneSpace ?? ''], 'of the space that goes'))
	expect(await backup([at('copy')])).toBe(0)
	await ask(served, 'select private.erase_testimonials($1, array[$2::uuid])', [space, ada])
	await ask(served, 'delete from public.spaces where id = $1', [goneSpace])
	await withDb(served, (db) => keepErasures(db, cliConfig()))
	await served.stop()
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await rm(folder, { recursive: true, force: true })
})

it('a copy that is restored beside the lists of DATA_DIR loses what was erased since: rows, files and written mails', async () => {
	vi.stubEnv('DATA_DIR', at('restored'))
	await mkdir(at('restored'))
	await cp(at('data', 'erased'), at('restored', 'erased'), { recursive: true })
	expect(await restore([at('copy')])).toBe(0)
	const config = cliConfig()
	const served = await startEmbedded(at('restored'), 8)
	const names = () => ask<{ name: string }>(served, 'select author_name as name from public.testimonials order by 1')
	try {
		expect((await names()).map(({ name }) => name)).toEqual(['Ada', 'Bea', 'Cleo'])
		await withDb(served, async (db) => {
			expect(await repeatKeptErasures(db, config)).toBe(2)
			expect(await repeatKeptErasures(db, config)).toBe(0)
			const follower = createErasureFollower({ config, db, log: createLog('silent') })
			await follower.start()
			await follower.close()
		})
		expect((await names()).map(({ name }) => name)).toEqual(['Bea'])
		expect(await ask(served, `select id from public.spaces`)).toEqual([{ id: space }])
		expect(await ask(served, `select from storage.objects where version = 'ab12'`)).toEqual([])
		const jobs = `select payload from plaudit.jobs where kind = 'remove_files' and payload::text like '%ab12%'`
		expect(await ask(served, jobs)).toHaveLength(1)
		expect(await readdir(at('restored', 'outbox'))).toEqual(['2-owner@harbour.example.eml'])
	} finally {
		await served.stop()
	}
})

it('a restore still refuses a DATA_DIR that holds more than the lists of what was erased', async () => {
	vi.stubEnv('DATA_DIR', at('full'))
	await mkdir(at('full', 'erased'), { recursive: true })
	await writeFile(at('full', 'keys.json'), '{}')
	await expect(restore([at('copy')])).rejects.toThrow('is not empty')
	expect(await readdir(at('full'))).toEqual(['erased', 'keys.json'])
})
