import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cliConfig } from '#cli/with-deps.ts'
import { exportErasures } from '#platform/backups/erasures.ts'
import { type BackupDeps, makeBackup } from '#platform/backups/make-backup.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { createFileArchive } from '#platform/backups/wal/archive-files.ts'
import { createWalArchive } from '#platform/backups/wal/archive-wal.ts'
import { dropStreams } from '#platform/backups/wal/drop-streams.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { asOwner } from '#test/support/test-database.ts'
import { run as restore } from './restore.ts'

let folder: string
let served: Embedded
let deps: BackupDeps
let wal: ReturnType<typeof createWalArchive>
let archiveFiles: () => Promise<void>
const space = randomUUID()
const moments: Record<string, string> = {}
const at = (...names: string[]) => join(folder, ...names)
const ask = (server: Embedded, text: string, values: unknown[] = []) =>
	asOwner<{ name: string }>({ owner: server.owner, drop: async () => {} }, text, values)
const add = (name: string) =>
	ask(
		served,
		`insert into public.testimonials (space_id, kind, body, author_name, source) values ($1, 'text', 'Calm.', $2, 'api')`,
		[space, name],
	)
/** Everything of before this moment is in the target when it returns. */
async function mark(name: string): Promise<void> {
	// A time of JavaScript has milliseconds only.
	const pause = 'select clock_timestamp() as now from pg_sleep(0.01)'
	const [row] = await asOwner<{ now: Date }>({ owner: served.owner, drop: async () => {} }, pause)
	moments[name] = row?.now.toISOString() ?? ''
	await ask(served, 'select pg_sleep(0.01)')
	await wal.archive()
	await archiveFiles()
}

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {})
	folder = await mkdtemp(join(tmpdir(), 'plaudit-at-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	vi.stubEnv('DATABASE_URL', '')
	vi.stubEnv('BACKUP_TARGET', at('target'))
	vi.stubEnv('BACKUP_KEY', await generateX25519Identity())
	vi.stubEnv('DATA_DIR', at('data'))
	const config = cliConfig()
	served = await startEmbedded(at('data'), 8)
	await migrate(served.owner, schemaFolder)
	await ask(served, `insert into public.spaces (id, name) values ($1, 'Skerry')`, [space])
	const target = openTarget(config, at('target'))
	deps = {
		config,
		target,
		db: openDb(loginAs(served.owner), 2, () => {}),
		log: createLog('silent'),
		owner: served.owner,
	}
	wal = createWalArchive(config, served.owner, target, { switchAfter: 0 })
	archiveFiles = createFileArchive(at('data', 'storage'), target, config.BACKUP_KEY, Date.now())
	await wal.archive()
	await add('Ada')
	await makeBackup(deps, { stream: wal.current() })
	await mark('backup')
	await add('Bea')
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await writeFile(at('data', 'storage', 'ab', `ab${randomUUID().slice(2)}`), 'a photo')
	await mark('bea')
	await add('Cleo')
	await ask(
		served,
		`select private.erase_testimonials($1, array(select id from public.testimonials where author_name = 'Ada'))`,
		[space],
	)
	await exportErasures(deps.db, target)
	await mark('cleo')
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await deps.db.close()
	await served.stop()
	await rm(folder, { recursive: true, force: true })
})

async function restored(name: string, args: string[]) {
	vi.stubEnv('DATA_DIR', at(name))
	expect(await restore(args)).toBe(0)
	const opened = await startEmbedded(at(name), 8)
	const rows = await ask(opened, 'select author_name as name from public.testimonials order by 1')
	const [state] = await ask(opened, 'select pg_is_in_recovery()::text as name')
	await opened.stop()
	expect(state?.name).toBe('false')
	const files = (await readdir(at(name), { recursive: true })).filter((path) => path.startsWith('storage/ab/'))
	return { names: rows.map((row) => row.name), files: files.length }
}

it('a restore without a time has everything until the end of the write-ahead log, and no erased person', async () => {
	expect(await restored('latest', [])).toEqual({ names: ['Bea', 'Cleo'], files: 1 })
})

it('a restore to a time has what was there then, and a person who was erased later stays erased', async () => {
	expect(await restored('then', ['--at', moments.bea ?? '', '--json'])).toEqual({ names: ['Bea'], files: 1 })
	expect(JSON.parse(vi.mocked(console.log).mock.lastCall?.[0]).warning).toBeNull()
})

it('a restore to a time after the last transaction ends at that transaction, warns, and says the moment reached', async () => {
	const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
	const asked = new Date().toISOString()
	expect(await restored('now', ['--at', asked, '--json'])).toEqual({ names: ['Bea', 'Cleo'], files: 1 })
	const { asOf, warning } = JSON.parse(vi.mocked(console.log).mock.lastCall?.[0])
	expect(new Date(asOf) > new Date(moments.bea ?? '') && new Date(asOf) < new Date(asked)).toBe(true)
	expect(warning).toMatch(/^The archive of the write-ahead log ends at 20.*Z, before --at/)
	expect(warning).toContain(`before --at (${asked}). The moment reached is ${asOf}:`)
	expect(warned).toHaveBeenLastCalledWith(`Warning: ${warning}`)
	warned.mockRestore()
})

it('a restore to a time before the oldest backup or in the future says which times there are', async () => {
	vi.stubEnv('DATA_DIR', at('never'))
	await expect(restore(['--at', '2020-01-01'])).rejects.toThrow(`The oldest backup in ${at('target')} is of 20`)
	await expect(restore(['--at', '2999-01-01'])).rejects.toThrow('--at is in the future')
	await expect(restore(['--at', 'yesterday'])).rejects.toThrow('--at needs a time such as')
})

it('a backlog that would fill the disk is given up, the next backup begins a new stream, and none is kept when backups are off', async () => {
	const before = wal.current()
	const full = { ...deps.target, write: () => Promise.reject(new Error('BACKUP_TARGET is full.')) }
	const stuck = createWalArchive(deps.config, served.owner, full, { switchAfter: 0, backlog: 0n })
	await add('Dora')
	await expect(stuck.archive()).rejects.toThrow(
		'no longer kept, so that DATA_DIR does not fill: BACKUP_TARGET is full.',
	)
	const next = createWalArchive(deps.config, served.owner, deps.target, { switchAfter: 0 })
	await next.archive()
	expect(next.current()).not.toBe(before)
	const slots = await ask(served, 'select slot_name as name from pg_replication_slots')
	expect(slots).toEqual([{ name: `plaudit_wal_${next.current()}` }])

	await dropStreams(at('data'))
	expect(await ask(served, 'select slot_name as name from pg_replication_slots')).toEqual([])
})
