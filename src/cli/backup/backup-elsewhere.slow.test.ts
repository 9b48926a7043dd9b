import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
	chmod,
	copyFile,
	cp,
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
import { fileURLToPath } from 'node:url'
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cliConfig } from '#cli/with-deps.ts'
import { listBackups } from '#platform/backups/backup-names.ts'
import { loadDatabase } from '#platform/backups/database/load-database.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { withClient } from '#platform/pg/connections.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { run as backup } from './backup.ts'
import { run as restore } from './restore.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const own = `create table app.lefts (n int primary key, word text); create table app.rights (n int primary key references app.lefts, raw bytea);
	create table app.texts (word text); create sequence app.tickets; create index lefts_word on app.lefts (word);`
let source: TestDatabase
let folder: string
let made: string
const said: string[] = []
const emptied: string[] = []
const at = (...names: string[]) => join(folder, ...names)
const urlOf = ({ host, port, user, password, database }: pg.ClientConfig) =>
	`postgres://${user}${typeof password === 'string' ? `:${password}` : ''}@localhost:${port}/${database}?host=${host}`
const inDataDir = (name: string, url = urlOf(source.owner)) => {
	vi.stubEnv('DATA_DIR', at(name))
	vi.stubEnv('DATABASE_URL', url)
}
const administer = (text: string) =>
	withClient({ ...source.owner, database: 'postgres' }, (client) => client.query(text))
/** Makes an empty database on the same server. */
async function emptyDatabase(): Promise<TestDatabase> {
	const database = `empty_${emptied.length}_${process.pid}`
	await administer(`create database ${database} template template0 encoding 'UTF8'`)
	emptied.push(database)
	return { owner: { ...source.owner, database }, drop: async () => {} }
}
const facts = `select (select count(*)::int from app.lefts) as lefts, (select count(*)::int from app.rights) as rights,
	(select count(*)::int from public.testimonials) as testimonials, (select last_value::int from app.tickets) as ticket`
type Facts = { lefts: number; rights: number; testimonials: number; ticket: number }
const factsOf = async (database: TestDatabase) => (await asOwner<Facts>(database, facts))[0] as Facts
/** The facts of an embedded database in DATA_DIR, which is opened for them. */
async function factsIn(name: string): Promise<Facts> {
	const opened = await startEmbedded(at(name), 4)
	return factsOf({ owner: opened.owner, drop: async () => {} }).finally(() => opened.stop())
}
const relationsIn = async (database: TestDatabase) =>
	(
		await asOwner<{ count: number }>(
			database,
			"select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^(pg_|information_schema)'",
		)
	)[0]?.count

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation((line) => said.push(String(line)))
	vi.spyOn(console, 'error').mockImplementation((line) => said.push(String(line)))
	folder = await mkdtemp(join(tmpdir(), 'plaudit-elsewhere-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	source = await createTestDatabase()
	vi.stubEnv('BACKUP_TARGET', at('target'))
	vi.stubEnv('BACKUP_KEY', await generateX25519Identity())
	inDataDir('data')
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await mkdir(at('data', 'migrations'))
	await writeFile(at('data', 'migrations', '001.sql'), own)
	await writeFile(at('data', 'storage', 'ab', 'photo'), 'a photo')
	await writeFile(at('data', 'keys.json'), '{}', { mode: 0o600 })
	await openOwnTables(cliConfig(), source.owner)
	const { space } = await makeWall(source, 'fernhill')
	await publishTestimonials(source, space, [{ name: 'Ada' }, { name: 'Bea' }])
	await asOwner(
		source,
		`insert into app.lefts select -n, E'tab\\t, back\\\\slash, "quotes", 🙂 ' || n from generate_series(1, 20000) n`,
	)
	await asOwner(source, 'insert into app.rights select n, sha256(n::text::bytea) from app.lefts')
	await asOwner(source, "select setval('app.tickets', 41)")
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	for (const name of emptied) await administer(`drop database if exists ${name} with (force)`)
	await source.drop()
	await rm(folder, { recursive: true, force: true })
})

/** Writes a row into two tables in each transaction until it is stopped. */
function writeOn() {
	let count = 0
	let isOver = false
	const done = withClient(source.owner, async (client) => {
		for (; !isOver; count++)
			await client.query(
				`begin; insert into app.lefts values (${count}); insert into app.rights values (${count}); commit`,
			)
	})
	const stop = () => {
		isOver = true
		return done
	}
	return { count: () => count, stop }
}

it('a backup of a busy database at DATABASE_URL is encrypted, checked by a restore, and tells no counts beside it', async () => {
	const writer = writeOn()
	await expect.poll(writer.count).toBeGreaterThan(50)
	const acknowledged = writer.count()
	expect(await backup(['--json'])).toBe(0)
	await writer.stop()
	const result = JSON.parse(said.at(-1) ?? '')
	made = result.name
	expect(result.check.tables).toBeGreaterThan(80)
	expect(result.check.rows).toBeGreaterThanOrEqual(40_000 + 2 * acknowledged)
	expect((await stat(at('target', made))).mode & 0o777).toBe(0o600)
	const beside = await readFile(at('target', made.replace('.tar.gz.age', '.json')), 'utf8')
	expect(beside).not.toMatch(/rows|Bytes|app\.|public\./)
	expect(await readdir(at('data'))).not.toContain('backup-check')
	expect(await restore([made, '--check', '--json'])).toBe(0)
	expect(JSON.parse(said.at(-1) ?? '')).toEqual({ name: made, ...result.check })
	expect((await readdir(at('data'))).filter((name) => name.startsWith('backup-check'))).toEqual([])
	const [last] = await asOwner(source, 'select name, problem, checked_tables > 80 as checked from plaudit.backups')
	expect(last).toEqual({ name: made, problem: null, checked: true })
})

it('it is restored into the embedded PostgreSQL as of one moment, with files, sequences and own tables', async () => {
	inDataDir('embedded', '')
	expect(await restore([made, '--json'])).toBe(0)
	const found = await factsIn('embedded')
	expect(found).toMatchObject({ testimonials: 2, ticket: 41, rights: found.lefts })
	expect(found.lefts).toBeGreaterThan(20_050)
	expect(await readFile(at('embedded', 'storage', 'ab', 'photo'), 'utf8')).toBe('a photo')
	expect((await readdir(at('embedded'))).sort()).toEqual([
		'keys.json',
		'migrations',
		'postgres',
		'postgres.log',
		'socket',
		'storage',
	])
})

it('the embedded one is backed up and goes into another empty database of a DATABASE_URL, and from there into a third', async () => {
	const expected = await factsIn('embedded')
	vi.stubEnv('BACKUP_TARGET', at('target-2'))
	inDataDir('embedded', '')
	expect(await backup([])).toBe(0)
	const second = await emptyDatabase()
	inDataDir('second', urlOf(second.owner))
	expect(await restore([])).toBe(0)
	expect(await factsOf(second)).toEqual(expected)
	expect((await readdir(at('second'))).sort()).toEqual(['keys.json', 'migrations', 'storage'])

	expect(await backup([at('folder')])).toBe(0)
	const third = await emptyDatabase()
	inDataDir('third', urlOf(third.owner))
	expect(await restore([at('folder')])).toBe(0)
	expect(await factsOf(third)).toEqual(expected)
	const modes = await Promise.all(
		(await readdir(at('folder', 'database'), { recursive: true })).map(async (name) => {
			const found = await stat(at('folder', 'database', name))
			return found.isFile() ? found.mode & 0o777 : 0o600
		}),
	)
	expect(new Set(modes)).toEqual(new Set([0o600]))
	vi.stubEnv('BACKUP_TARGET', at('target'))
}, 600_000)

it.runIf(existsSync('/usr/lib/postgresql/15/bin/postgres'))(
	'a backup in S3 goes into PostgreSQL 15 of an owner who may create roles alone, and from there back into the embedded one',
	async () => {
		const s3 = await startS3Server()
		const cluster = await startDebianCluster()
		const { S3_BUCKET: bucket, ...settings } = s3.settings
		const leaveS3 = () => {
			for (const name of Object.keys(settings)) vi.stubEnv(name, undefined)
			vi.stubEnv('BACKUP_TARGET', at('target'))
		}
		try {
			for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
			vi.stubEnv('BACKUP_TARGET', `s3://${bucket}/praise`)
			inDataDir('data')
			expect(await backup([])).toBe(0)
			const expected = await factsOf(source)
			await withClient(cluster.owner, async (client) => {
				await client.query("create role keeper login createrole createdb password 'only-for-this-run'")
				await client.query('create database praise owner keeper')
			})
			const kept = { owner: { ...cluster.owner, user: 'keeper', database: 'praise' }, drop: async () => {} }
			inDataDir('fifteen', urlOf(kept.owner))
			expect(await restore([])).toBe(0)
			expect(await factsOf(kept)).toEqual(expected)
			leaveS3()
			expect(await backup([at('of-fifteen')])).toBe(0)
			inDataDir('back', '')
			expect(await restore([at('of-fifteen')])).toBe(0)
			expect(await factsIn('back')).toEqual(expected)
		} finally {
			leaveS3()
			await cluster.stop()
			await s3.close()
		}
	},
	600_000,
)

it('a database that is not empty is refused before anything is changed', async () => {
	const full = await emptyDatabase()
	await asOwner(full, 'create table customers (id int); insert into customers values (1)')
	inDataDir('refused', urlOf(full.owner))
	await expect(restore([made])).rejects.toThrow(
		'The database of DATABASE_URL is not empty: it has public.customers. Make another database',
	)
	await expect(restore([at('folder')])).rejects.toThrow('The database of DATABASE_URL is not empty')
	expect(await relationsIn(full)).toBe(1)
	expect(await readdir(at('refused')).catch(() => [])).toEqual([])
})

it('a file that was cut off or altered is refused, and the database stays empty', async () => {
	const empty = await emptyDatabase()
	inDataDir('cut', urlOf(empty.owner))
	const { size } = await stat(at('target', made))
	const spoil: Record<string, (path: string) => Promise<void>> = {
		'cut in the middle': (path) => truncate(path, size >> 1),
		'cut by its last byte': (path) => truncate(path, size - 1),
		'altered at its start': (path) => alter(path, 400),
		'altered in the middle': (path) => alter(path, size >> 1),
		'altered at its end': (path) => alter(path, size - 3),
	}
	for (const change of Object.values(spoil)) {
		const path = at('spoilt', made)
		await mkdir(at('spoilt'), { recursive: true })
		await copyFile(at('target', made), path)
		await change(path)
		await expect(restore([path])).rejects.toThrow(/damaged|decrypt|BACKUP_KEY/)
		expect(await relationsIn(empty)).toBe(0)
	}
	const part = at(
		'folder',
		'database',
		(await readdir(at('folder', 'database'), { recursive: true })).find((name) => name.endsWith('.copy')) ?? '',
	)
	await alter(part, 2)
	await expect(restore([at('folder')])).rejects.toThrow('is damaged')
	expect(await relationsIn(empty)).toBe(0)
	await expect(restore([made])).resolves.toBe(0)
})

async function alter(path: string, position: number): Promise<void> {
	const file = await open(path, 'r+')
	const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
	await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position)
	await file.close()
}

it('a backup of a newer version is refused, and the database stays empty', async () => {
	const newer = 'migrations/9999_of_tomorrow.sql'
	await asOwner(source, "insert into plaudit.migrations (name, checksum, version) values ($1, 'x', '99.0.0')", [newer])
	inDataDir('data')
	await backup([at('newer')])
	await asOwner(source, 'delete from plaudit.migrations where name = $1', [newer])
	const empty = await emptyDatabase()
	inDataDir('too-new', urlOf(empty.owner))
	await expect(restore([at('newer')])).rejects.toThrow(`has the migration ${newer}, which this version does not know`)
	expect(await relationsIn(empty)).toBe(0)
})

it('--at says that it is for the embedded PostgreSQL', async () => {
	inDataDir('at')
	await expect(restore(['--at', new Date().toISOString()])).rejects.toThrow(
		`--at is for the embedded PostgreSQL only, whose write-ahead log Plaudit archives; ${made} is of the database of a DATABASE_URL`,
	)
	expect(await readdir(at('at')).catch(() => [])).toEqual([])
})

it('a table that its owner may not read wholly is named, and no backup is left', async () => {
	const reader = { ...source.owner, user: `reader_${process.pid}` }
	await administer(`create role ${reader.user} login`)
	await asOwner(
		source,
		`create policy positive on app.lefts for select using (n > 0); alter table app.lefts enable row level security;
		grant usage on schema app, plaudit to ${reader.user}; grant select on plaudit.migrations, app.lefts to ${reader.user}`,
	)
	inDataDir('data', urlOf(reader))
	await expect(backup([at('unread')])).rejects.toThrow(/may not read all rows of .*app\.lefts/)
	expect(await readdir(at('unread'))).not.toContain('backup.json')
	await asOwner(
		source,
		`alter table app.lefts disable row level security; drop policy positive on app.lefts; drop owned by ${reader.user}`,
	)
	await administer(`drop role ${reader.user}`)
})

it('a backup of an earlier version is put into its own schema, and brought up to date', async () => {
	const schema = at('db')
	await cp(schemaFolder, schema, { recursive: true })
	await cp(new URL('../../../package.json', import.meta.url), at('package.json'))
	const later =
		'alter table public.testimonials add column of_tomorrow text; update public.testimonials set of_tomorrow = author_name'
	await writeFile(join(schema, 'migrations', '9998_of_tomorrow.sql'), `${later};`)
	await mkdir(join(schema, 'functions', 'private'), { recursive: true })
	await writeFile(
		join(schema, 'functions', 'private', 'of_tomorrow.sql'),
		'create or replace function private.of_tomorrow() returns setof text language sql stable as $$ select of_tomorrow from public.testimonials $$;\nrevoke execute on function private.of_tomorrow from public;\n',
	)
	inDataDir('data')
	await backup([at('earlier')])
	const target = await emptyDatabase()
	await loadDatabase(cliConfig(), at('earlier'), target.owner, {
		say: () => {},
		settle: async (owner) => void (await migrate(owner, schema)),
		schema,
	})
	const rows = await asOwner<{ name: string }>(target, 'select private.of_tomorrow() as name order by 1')
	expect(rows.map(({ name }) => name)).toEqual(['Ada', 'Bea'])
}, 600_000)

it('a large table is backed up and restored in little memory', async () => {
	await asOwner(source, 'insert into app.texts select repeat(md5(n::text), 2048) from generate_series(1, 3300) n')
	inDataDir('data')
	const backedUp = await peakOf(['backup', at('large')])
	const target = await emptyDatabase()
	inDataDir('large-restored', urlOf(target.owner))
	const restored = await peakOf(['restore', at('large')])
	const [row] = await asOwner<{ bytes: number }>(target, 'select sum(length(word))::int as bytes from app.texts')
	expect(row?.bytes).toBeGreaterThan(200_000_000)
	expect([backedUp, restored].map((bytes) => bytes < 300 * 1024 ** 2)).toEqual([true, true])
}, 600_000)

/** Runs the command line with a small heap. @returns the most memory that it had, in bytes */
async function peakOf(args: string[]): Promise<number> {
	const code = `process.on('exit', () => console.error('peak ' + process.resourceUsage().maxRSS))`
	const flags = [
		'--max-old-space-size=96',
		'--disable-warning=ExperimentalWarning',
		`--import=data:text/javascript,${encodeURIComponent(code)}`,
	]
	const child = spawn('node', [...flags, 'src/cli/main.ts', ...args], { cwd: root, env: process.env })
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const status = await new Promise((resolve) => child.once('close', resolve))
	expect({ status, output }).toMatchObject({ status: 0 })
	return Number(/peak (\d+)/.exec(output)?.[1]) * 1024
}

it('a backup that is killed in the middle leaves none, and the next one removes what is left', async () => {
	inDataDir('data')
	const before = (await listBackups(openTarget(cliConfig(), at('target')))).length
	const writer = new pg.Client(source.owner)
	await writer.connect()
	await writer.query('begin; lock table app.rights in access exclusive mode')
	const args = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'backup']
	const child = spawn('node', args, { cwd: root, env: process.env, stdio: 'ignore' })
	const ended = new Promise((resolve) => child.once('exit', resolve))
	const waiting =
		"select from pg_stat_activity where datname = current_database() and application_name = 'plaudit-backup' and wait_event_type = 'Lock'"
	await expect.poll(() => asOwner(source, waiting), { timeout: 60_000 }).toHaveLength(1)
	child.kill('SIGKILL')
	await ended
	await writer.query('rollback')
	await writer.end()
	expect((await readdir(at('target'))).filter((name) => name.endsWith('.part'))).toHaveLength(1)
	expect(await listBackups(openTarget(cliConfig(), at('target')))).toHaveLength(before)
	expect(await backup([])).toBe(0)
	expect((await readdir(at('target'))).filter((name) => name.endsWith('.part'))).toEqual([])
}, 600_000)
