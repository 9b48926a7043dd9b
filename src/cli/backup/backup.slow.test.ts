import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { UsageError } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { openDatabase } from '#platform/pg/engine/open-database.ts'
import { run as backup } from './backup.ts'
import { run as restore } from './restore.ts'

let folder: string
let served: Embedded
let client: pg.Client
const at = (...names: string[]) => join(folder, ...names)
const inDataDir = (name: string) => vi.stubEnv('DATA_DIR', at(name))

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation(() => {})
	vi.stubEnv('DATABASE_URL', '')
	folder = await mkdtemp(join(tmpdir(), 'plaudit-backup-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	served = await startEmbedded(at('data'), 4)
	client = new pg.Client(served.owner)
	await client.connect()
	await client.query('create table kept (n int primary key)')
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await writeFile(at('data', 'storage', 'ab', 'photo'), 'a photo')
	await writeFile(at('data', 'keys.json'), '{}', { mode: 0o600 })
	await mkdir(at('data', 'migration-copies'))
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await rm(folder, { recursive: true, force: true })
})

/** Inserts 0, 1, 2 … one by one until it is stopped. */
function writeOn() {
	let count = 0
	let isOver = false
	const done = (async () => {
		while (!isOver) {
			await client.query('insert into kept values ($1)', [count])
			count++
		}
	})()
	const stop = () => {
		isOver = true
		return done
	}
	return { count: () => count, stop }
}

it('a backup of a busy database contains every acknowledged write and opens elsewhere', async () => {
	const writer = writeOn()
	await expect.poll(writer.count).toBeGreaterThan(10)
	const acknowledged = writer.count()
	inDataDir('data')
	expect(await backup([at('copy'), '--json'])).toBe(0)
	await writer.stop()
	await client.end()
	await served.stop()
	expect((await readdir(at('copy'))).sort()).toEqual(['backup.json', 'keys.json', 'postgres', 'storage'])

	inDataDir('other')
	expect(await restore([at('copy')])).toBe(0)
	const opened = await startEmbedded(at('other'), 4)
	const reader = new pg.Client(opened.owner)
	await reader.connect()
	const { rows } = await reader.query('select count(*)::int, max(n) from kept')
	await reader.end()
	await opened.stop()
	expect(rows[0].count).toBe(rows[0].max + 1)
	expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
	expect(await readFile(at('other', 'storage', 'ab', 'photo'), 'utf8')).toBe('a photo')
	expect((await stat(at('other', 'keys.json'))).mode & 0o777).toBe(0o600)
})

it('a backup or restore refuses a target that is not empty', async () => {
	inDataDir('other')
	await expect(restore([at('copy')])).rejects.toThrow('is not empty')
	await expect(backup([at('copy')])).rejects.toThrow('is not empty')
	await expect(backup([at('other', 'inside')])).rejects.toThrow(UsageError)
	inDataDir('third')
	vi.stubEnv('DATABASE_URL', 'postgres://me@127.0.0.1:1/mine')
	await expect(restore([at('copy')])).rejects.toThrow('unset DATABASE_URL')
	vi.stubEnv('DATABASE_URL', undefined)
	await rm(at('copy', 'backup.json'))
	await expect(restore([at('copy')])).rejects.toThrow('holds no whole backup')
	// A killed restore leaves this: an empty database beside restored files would treat them as orphans.
	inDataDir('cut')
	await mkdir(at('cut', 'postgres.restoring'), { recursive: true })
	for (const purpose of ['serve', 'join'] as const)
		await expect(openDatabase(cliConfig(), purpose)).rejects.toThrow('was not restored to the end')
})
