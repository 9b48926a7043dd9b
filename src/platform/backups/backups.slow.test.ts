import { createHash } from 'node:crypto'
import {
	chmod,
	copyFile,
	mkdir,
	mkdtemp,
	open,
	readdir,
	readFile,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { readConfig } from '#server/settings.ts'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { asOwner } from '#test/support/test-database.ts'
import { listBackups } from './backup-names.ts'
import { type BackupDeps, makeBackup } from './make-backup.ts'
import { lastBackup } from './records.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { openTarget } from './target/open-target.ts'
import { tryRestore } from './try-restore.ts'

let folder: string
let served: Embedded
let key: string
let deps: BackupDeps
let made: string
const at = (...names: string[]) => join(folder, ...names)
const ask = (server: Embedded, text: string) =>
	asOwner<Record<string, unknown>>({ owner: server.owner, drop: async () => {} }, text)
const configOf = (settings: Record<string, string>) =>
	readConfig({ BACKUP_TARGET: at('target'), BACKUP_KEY: key, LOG_LEVEL: 'silent', ...settings }).config
const restoreTo = (name: string, settings: Record<string, string> = {}, file = made) => {
	const config = configOf({ DATA_DIR: at(name), ...settings })
	const target = openTarget(config, at('target'))
	return restoreBackup(config, { target, name: file, key: config.BACKUP_KEY }, { settle: async () => {} })
}

beforeAll(async () => {
	key = await generateX25519Identity()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-backups-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	served = await startEmbedded(at('data'), 8)
	await migrate(served.owner, schemaFolder)
	await ask(served, 'create table public.kept as select n, md5(n::text) as word from generate_series(1, 20000) n')
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await writeFile(at('data', 'storage', 'ab', 'recording'), Buffer.alloc(3_000_001, 'a recording'))
	await writeFile(at('data', 'keys.json'), '{}', { mode: 0o600 })
	const config = configOf({ DATA_DIR: at('data') })
	deps = {
		config,
		log: createLog('silent'),
		db: openDb(loginAs(served.owner), 2, () => {}),
		target: openTarget(config, at('target')),
		owner: served.owner,
	}
})
afterAll(async () => {
	await deps.db.close()
	await served.stop()
	await rm(folder, { recursive: true, force: true })
})

it('a backup is written encrypted, checked by a restore and recorded', async () => {
	const result = await makeBackup(deps, { schedule: 'daily' })
	made = result?.name ?? ''
	expect(result?.check).toMatchObject({ tables: expect.any(Number) })
	expect((await readdir(at('target'))).sort()).toEqual([made.replace('.tar.gz.age', '.json'), made])
	const bytes = await readFile(at('target', made))
	expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
	expect((await stat(at('target', made))).mode & 0o777).toBe(0o600)
	const [listed] = await listBackups(deps.target)
	expect(listed?.manifest).toEqual({
		format: 2,
		madeAt: expect.any(String),
		startedAt: expect.any(String),
		postgres: '18',
	})
	expect(await lastBackup(deps.db)).toMatchObject({ name: made, bytes: bytes.length, problem: null })
	expect((await lastBackup(deps.db)).checked_at).toBeInstanceOf(Date)
	expect(await readdir(at('data'))).not.toContain('backup-check')
})

it('a backup is restored with rows, files, rights and keys', async () => {
	await restoreTo('other')
	const opened = await startEmbedded(at('other'), 4)
	const [row] = await ask(opened, 'select count(*)::int, max(word) as word from public.kept')
	const [expected] = await ask(served, 'select count(*)::int, max(word) as word from public.kept')
	await opened.stop()
	expect(row).toEqual(expected)
	const hash = async (name: string) =>
		createHash('sha256')
			.update(await readFile(at(name, 'storage', 'ab', 'recording')))
			.digest('hex')
	expect(await hash('other')).toBe(await hash('data'))
	expect((await stat(at('other', 'keys.json'))).mode & 0o777).toBe(0o600)
})

it('a restore refuses a folder in use, and begins again after an interruption', async () => {
	await expect(restoreTo('other')).rejects.toThrow('is not empty')
	await mkdir(at('cut', 'postgres.restoring', 'postgres'), { recursive: true })
	await writeFile(at('cut', 'postgres.restoring', 'postgres', 'PG_VERSION'), 'half')
	await mkdir(at('cut', 'storage', 'cd'), { recursive: true })
	expect(await restoreTo('cut')).toMatchObject({ isAgain: true })
	expect((await readdir(at('cut'))).sort()).toEqual(['keys.json', 'postgres', 'storage'])
	expect(await readdir(at('cut', 'storage'))).toEqual(['ab'])
})

it('a wrong key, a missing key and one that only encrypts are each named', async () => {
	const other = await generateX25519Identity()
	await expect(restoreTo('w1', { BACKUP_KEY: other })).rejects.toThrow(`BACKUP_KEY is not the key that ${made}`)
	await expect(restoreTo('w2', { BACKUP_KEY: '' })).rejects.toThrow(`${made} is encrypted: set BACKUP_KEY`)
	const recipient = 'age14u8hnta28pmjqqd0sj0qq690vyk3ssvxx9fj3q8yugfqmf07zvyq9paltp'
	await expect(restoreTo('w3', { BACKUP_KEY: recipient })).rejects.toThrow('BACKUP_KEY only encrypts')
})

it('a backup that was cut off or altered is refused, and nothing opens', async () => {
	const cut = made.replace('plaudit-2', 'plaudit-1')
	await copyFile(at('target', made), at('target', cut))
	await truncate(at('target', cut), 300_000)
	await expect(restoreTo('c1', {}, cut)).rejects.toThrow(`${cut} is damaged`)
	await copyFile(at('target', made), at('target', cut))
	const file = await open(at('target', cut), 'r+')
	await file.write(Buffer.from('altered'), 0, 7, 400_000)
	await file.close()
	await expect(restoreTo('c2', {}, cut)).rejects.toThrow(`${cut} is damaged`)
	expect(await readdir(at('c2'))).toEqual(['postgres.restoring'])
})

it('a second backup at the same time is left to the first', async () => {
	const results = await Promise.all([makeBackup(deps), makeBackup(deps)])
	expect(results.filter(Boolean)).toHaveLength(1)
})

it('a restore is tried from a bucket of S3, and a problem is recorded with the backup', async () => {
	const s3 = await startS3Server()
	try {
		const { S3_BUCKET: bucket, ...settings } = s3.settings
		const address = `s3://${bucket}/backups`
		const inBucket = {
			...deps,
			target: openTarget(readConfig({ ...settings, BACKUP_TARGET: address }).config, address),
		}
		await expect(tryRestore(inBucket)).rejects.toThrow('There is no complete backup in BACKUP_TARGET.')
		const result = await makeBackup(inBucket)
		expect(await tryRestore(inBucket)).toEqual(result?.check)
		expect(await lastBackup(deps.db)).toMatchObject({ name: result?.name, problem: null })
		const whole = await buffer(inBucket.target.read(result?.name ?? ''))
		await inBucket.target.write(result?.name ?? '', Readable.from([whole.subarray(0, whole.length - 100_000)]))
		await expect(tryRestore(inBucket)).rejects.toThrow(`${result?.name} is damaged`)
		expect((await lastBackup(deps.db)).problem).toMatch(`A restore of ${result?.name} failed: `)
		expect(await readdir(at('data'))).not.toContain('backup-check')
	} finally {
		await s3.close()
	}
})
