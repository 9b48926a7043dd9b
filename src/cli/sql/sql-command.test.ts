import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { run } from './sql-command.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
let out: string[]
let errors: string[]
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-sql-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
})
beforeEach(() => {
	out = []
	errors = []
	vi.spyOn(console, 'log').mockImplementation((line) => out.push(line))
	vi.spyOn(console, 'error').mockImplementation((line) => errors.push(line))
	vi.stubEnv('INIT_CWD', folder)
	vi.stubEnv('DATA_DIR', join(folder, 'data'))
	vi.stubEnv('DATABASE_URL', '')
})
afterEach(() => {
	vi.restoreAllMocks()
	vi.unstubAllEnvs()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('plaudit sql over a database of its own PostgreSQL', () => {
	let database: TestDatabase
	let url: string
	beforeAll(async () => {
		database = await createTestDatabase()
		const { host, port, user, password, database: name } = database.owner
		const secret = typeof password === 'string' ? `:${password}` : ''
		url = `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`
	})
	beforeEach(() => {
		vi.stubEnv('DATABASE_URL', url)
	})
	afterAll(() => database.drop())
	const file = async (text: string) => {
		await writeFile(join(folder, 'a.sql'), text)
		return 'a.sql'
	}
	const count = async (table: string) => {
		out = []
		await run(['--json', '-c', `select count(*) as n from ${table}`])
		return JSON.parse(out[0] ?? '').rows[0].n
	}

	it('plaudit sql runs a file as one transaction and names the line that fails', async () => {
		await run(['-c', 'create table app.kept (id int primary key)'])
		const text = '-- two\ninsert into app.kept values (1);\n\ninsert into app.kept\n\tselect nope;\n'
		expect(await run(['-f', await file(text)])).toBe(1)
		expect(errors.join('\n')).toBe(
			'a.sql:5: ERROR:  column "nope" does not exist\nLINE 5:     select nope\n                   ^\nNothing was changed.',
		)
		expect(await count('app.kept')).toBe(0)
	})

	it('plaudit sql --no-transaction keeps the statements before a failure', async () => {
		await run(['-c', 'create table app.parts (id int primary key)'])
		const text = 'insert into app.parts values (1); vacuum app.parts;\ninsert into app.parts values (1);'
		expect(await run(['--no-transaction', '-f', await file(text)])).toBe(1)
		expect(errors.join('\n')).toMatch(
			/^a\.sql:2: ERROR: {2}duplicate key .*\nDETAIL: {2}Key \(id\)=\(1\) already exists\./,
		)
		expect(await count('app.parts')).toBe(1)
	})

	it.each([
		['select 1;\ncommit;', ':2: ERROR:  "commit" in a script that is one transaction.'],
		["select 1;\nselect 'a", ':2: ERROR:  A string is not closed.'],
		[
			'create table app.c (id int primary key, c int references app.c deferrable initially deferred);\ninsert into app.c values (1, 2)',
			':2: ERROR:  insert or update on table "c" violates',
		],
	])('plaudit sql changes nothing if a script cannot be run to its end (%#)', async (text, message) => {
		expect(await run(['-f', await file(text)])).toBe(1)
		expect(errors.join('\n')).toContain(message)
		expect(errors.at(-1)).toBe('Nothing was changed.')
		expect(errors.join('\n')).not.toContain('WARNING')
		expect((await run(['-c', 'select * from app.c'])) === 0).toBe(false)
	})

	it('plaudit sql does not claim that nothing changed when a statement commits before it fails', async () => {
		await run(['-c', 'create table app.loops (id int)'])
		const text = 'do $$ begin insert into app.loops values (1); commit; perform 1 / 0; end $$'
		expect(await run(['-c', text])).toBe(1)
		expect(errors.join('\n')).toContain('division by zero')
		expect(errors).not.toContain('Nothing was changed.')
		expect(await count('app.loops')).toBe(1)
	})

	it('plaudit sql does not claim that nothing changed when the connection is lost during the commit', async () => {
		const text = `create table app.ending (id int);
			create function app.end_session() returns trigger language plpgsql as
				$$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
			create constraint trigger ending after insert on app.ending deferrable initially deferred
				for each row execute function app.end_session();
			insert into app.ending values (1)`
		expect(await run(['-c', text])).toBe(1)
		expect(errors.join('\n')).toContain('terminating connection')
		expect(errors).not.toContain('Nothing was changed.')
	})

	it('notices printed by plaudit sql contain no control characters', async () => {
		await run(['-c', "do $$ begin raise notice '%', 'a' || chr(27) || '[2J' || chr(10) || 'b'; end $$"])
		expect(errors).toEqual(['NOTICE:  a\\x1b[2J\nb'])
	})

	it('plaudit sql runs a single statement without a transaction', async () => {
		await run(['-c', 'create table app.one ()'])
		expect(await run(['-c', 'vacuum app.one'])).toBe(0)
		expect(out).toEqual(['CREATE TABLE', 'VACUUM'])
	})

	it('plaudit sql --json prints one line for each statement and error, with every digit of numbers', async () => {
		const text = `select 12345678901234567890.10 as n, true as b, null as x, 'é"' as t, '{"a":\n[1]}'::json as j,
			array[1,null]::int8[] as a, '{{a,"b,"}}'::text[] as s, 'NaN'::float8 as f, date '2026-01-02' as d;\nselect nope`
		expect(await run(['--json', '-c', text])).toBe(1)
		expect(out[0]).toContain('"n":12345678901234567890.10,')
		expect(JSON.parse(out[0] ?? '')).toEqual({
			command: 'SELECT 1',
			rowCount: 1,
			rows: [
				{
					n: expect.any(Number),
					b: true,
					x: null,
					t: 'é"',
					j: { a: [1] },
					a: [1, null],
					s: [['a', 'b,']],
					f: 'NaN',
					d: '2026-01-02',
				},
			],
		})
		expect(JSON.parse(out[1] ?? '')).toEqual({
			error: { message: 'column "nope" does not exist', code: '42703', line: 4 },
		})
	})

	it('plaudit sql prints aligned tables without control characters', async () => {
		await run([
			'-c',
			"select 1 as id, 'Ada' || chr(27) || '[2J' as name, 'two' || chr(10) || 'lines' as t union all select 10, '日本', null order by 1",
		])
		expect(out[0]?.split('\n')).toEqual([
			' id |    name    |   t',
			'----+------------+-------',
			'  1 | Ada\\x1b[2J | two  +',
			'    |            | lines',
			' 10 | 日本       |',
			'(2 rows)',
		])
	})

	it('plaudit sql reads standard input where there is no terminal', async () => {
		const flags = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'sql']
		const child = spawn('node', flags, { cwd: root })
		child.stdin.end(
			'create table app.piped (id int);\ninsert into app.piped values (1), (2);\nselect id from app.piped order by id;\n',
		)
		const [said] = await Promise.all([readAll(child.stdout), new Promise((done) => child.on('close', done))])
		expect(said).toBe('CREATE TABLE\nINSERT 0 2\n id\n----\n  1\n  2\n(2 rows)\n')
	})

	it('Ctrl+C cancels the running statement of a script on the server', async () => {
		const flags = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'sql']
		const child = spawn('node', [...flags, '-c', 'select pg_sleep(600)'], { cwd: root })
		const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
		await expect.poll(() => asOwner(database, sleeping)).toHaveLength(1)
		child.kill('SIGINT')
		const [said, code] = await Promise.all([readAll(child.stderr), new Promise((done) => child.on('close', done))])
		expect(said).toContain('ERROR:  canceling statement due to user request')
		expect(code).toBe(1)
		expect(await asOwner(database, sleeping)).toEqual([])
	})

	it('plaudit sql grants the tables it creates in public with OWN_TABLES_GRANT=supabase', async () => {
		const { syncOwnTablesGrant } = await import('#platform/pg/migrations/own-tables-grant.ts')
		await syncOwnTablesGrant(database.owner, 'supabase')
		await run(['-c', 'create table public.own_notes (id int)'])
		out = []
		await run(['--json', '-c', "select has_table_privilege('anon', 'public.own_notes', 'insert') as may"])
		expect(JSON.parse(out[0] ?? '').rows).toEqual([{ may: true }])
	})

	it('plaudit sql refuses a missing file, a file that is not UTF-8, and contradictory options', async () => {
		await expect(run(['-f', 'none.sql'])).rejects.toThrow('none.sql cannot be read')
		await writeFile(join(folder, 'latin1.sql'), Buffer.from([0x27, 0xe9, 0x27]))
		await expect(run(['-f', 'latin1.sql'])).rejects.toThrow('latin1.sql is not UTF-8.')
		await expect(run(['-f', 'a.sql', '-c', 'select 1'])).rejects.toThrow('not both')
	})
})

it('plaudit sql works beside a running server and without one', async () => {
	const served = await startEmbedded(join(folder, 'data'), 4)
	expect(await run(['-c', 'create table t as select 7 as n'])).toBe(0)
	expect(errors).toEqual(['Plaudit has not been started on this database: run plaudit migrate first.'])
	await served.stop()
	expect(await run(['--json', '-c', 'select n from t'])).toBe(0)
	expect(JSON.parse(out[1] ?? '').rows).toEqual([{ n: 7 }])
	// It stopped what it started.
	await startEmbedded(join(folder, 'data'), 4).then(({ adopted, stop }) => {
		expect(adopted).toBe(false)
		return stop()
	})
})
