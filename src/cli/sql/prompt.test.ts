import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { runPrompt } from './prompt.ts'
import { openSession } from './sql-session.ts'

let database: TestDatabase
let name: string
beforeAll(async () => {
	database = await createTestDatabase()
	name = database.owner.database ?? ''
})
afterAll(() => database.drop())

let type: (keys: string) => void
let shown: () => string
let ended: Promise<string[]>
/** Opens a prompt. @returns a function that closes its session */
async function open(owner: pg.ClientConfig): Promise<() => Promise<void>> {
	const input = new PassThrough()
	const output = new PassThrough()
	let text = ''
	output.setEncoding('utf8').on('data', (part: string) => {
		text += part
	})
	type = (keys) => input.write(keys)
	shown = () => stripVTControlCharacters(text).replaceAll('\r', '').replaceAll(name, 'db')
	const session = await openSession(owner, (line) => output.write(`${line}\n`))
	ended = runPrompt(session, { input, output, history: ['select 1;'] })
	return () => session.close()
}
beforeEach(() => open(database.owner))
/** Waits for the last prompt. */
const until = (prompt: string) => expect.poll(shown).toMatch(new RegExp(`${prompt}$`))

it('a statement may have several lines, and the prompt says what is open', async () => {
	await until('db=# ')
	type('select (1\r')
	await until('db\\(# ')
	type(") as n, 'a\r")
	await until("db'# ")
	type("b;' as t\r")
	await until('db-# ')
	type(';\r')
	await until('db=# ')
	expect(shown()).toContain(' n | t\n---+----\n 1 | a +\n   | b;\n(1 row)\n')
	type('\\q\r')
	expect((await ended).slice(0, 2)).toEqual(['\\q', ';'])
	expect((await ended).at(-1)).toBe('select 1;')
})

it('the prompt shows open and failed transactions and the position of an error', async () => {
	type('begin; create table app.gone ();\r')
	await until('db=\\*# ')
	type('select 1,\r')
	await until('db-\\*# ')
	type('nope; select 2;\r')
	await until('db=!# ')
	expect(shown()).toContain('ERROR:  column "nope" does not exist\nLINE 2: nope\n        ^\n')
	type('rollback;\r')
	await until('db=# ')
	expect(shown()).not.toContain('(1 row)')
	type('\u0004')
	await ended
	expect(await asOwner(database, "select to_regclass('app.gone') as t")).toEqual([{ t: null }])
})

it('Ctrl+C cancels the running statement or clears the input', async () => {
	type('select pg_sleep(600); select 1;\r')
	await expect
		.poll(() =>
			asOwner(
				database,
				"select from pg_stat_activity where application_name = 'plaudit-sql' and wait_event = 'PgSleep' and datname = current_database()",
			),
		)
		.toHaveLength(1)
	type('\u0003')
	await until('canceling statement due to user request\ndb=# ')
	type("select 'half\r")
	await until("db'# ")
	type('and more\u0003')
	await until('db=# ')
	type("select 'whole' as w;\r")
	await until('db=# ')
	expect(shown()).toContain('   w\n-------\n whole\n(1 row)\n')
	type('exit\r')
	await ended
})

it('the prompt shows notices, notifications and the output of backslash commands', async () => {
	await asOwner(
		database,
		`create table app.notes (id bigint generated always as identity primary key, body text not null);
		alter table app.notes enable row level security; grant select on app.notes to anon;
		create policy everyone_reads on app.notes for select to anon using (id > 0)`,
	)
	type("do $$begin raise notice 'hello'; end$$; listen a; notify a, 'b';\r")
	await expect.poll(shown).toMatch(/NOTICE: {2}hello\n(.*\n)*Notification "a" with payload "b"/)
	type('\\dt\r')
	await until('db=# ')
	await expect.poll(shown).toMatch(/ app +\| notes +\| table \|.*\| on\n/)
	expect(shown()).not.toMatch(/ auth +\|/)
	type('\\dt auth.us*\r')
	await expect.poll(shown).toMatch(/ auth +\| users +\| table/)
	type('\\d notes\r')
	await expect.poll(shown).toContain('Grants:\n    anon: select\n')
	expect(shown()).toContain('everyone_reads for select to anon using ((id > 0))')
	expect(shown()).toMatch(
		/ id +\| bigint \| not null \| generated always as identity\n body +\| text +\| not null \|\n/,
	)
	type("\\d x'; drop table app.notes; --\r")
	await expect.poll(shown).toMatch(/There is no relation x'|ERROR|invalid name syntax/)
	type('\\x\r')
	await expect.poll(shown).toContain('There is no command \\x.')
	type('copy app.notes from stdin;\r')
	await expect.poll(shown).toContain('ERROR:  copy from stdin and to stdout are not taken')
	type('\\?\r\\q\r')
	await ended
	expect(shown()).toContain('columns, indexes, policies and grants of one')
	expect(await asOwner(database, "select to_regclass('app.notes') is not null as t")).toEqual([{ t: true }])
})

it('the prompt escapes control characters', async () => {
	await asOwner(database, "create view app.steering as select 'a' || E'\\u001b]0;title\\u0007' as t")
	type('\\d app.steering\r')
	await expect.poll(shown).toContain('\\x1b]0;title\\x07')
	type("listen s; select pg_notify('s', chr(27) || '[2J');\r")
	await expect.poll(shown).toContain('with payload "\\x1b[2J"')
	type('\\q\r')
	await ended
})

it('nothing that was typed after \\q is run', async () => {
	type('select 1;\r\\q\rcreate table app.late ();\r')
	await ended
	expect(shown()).toContain('(1 row)')
	expect(await asOwner(database, "select to_regclass('app.late') as t")).toEqual([{ t: null }])
})

/** Without a timeout it only sends the signal, and the backend may still answer one statement. */
const endSessions =
	"select pg_terminate_backend(pid, 60000) from pg_stat_activity where application_name = 'plaudit-sql' and datname = current_database()"

it('the prompt ends when its connection ends', async () => {
	await asOwner(database, endSessions)
	type('select 1;\r')
	await ended
	expect(shown()).toContain('The connection to the database is lost.')
})

it('the prompt ends when the database has ended the session and the connection is still open', async () => {
	const { host, port } = database.owner
	const relay = createServer({ allowHalfOpen: true }, (client) => {
		const target = connect(`${host}/.s.PGSQL.${port}`)
		let isOver = false
		target.on('data', (chunk) => client.write(chunk))
		target.on('end', () => {
			isOver = true
			relay.emit('over')
		})
		client.on('data', (chunk) => (isOver ? client.destroy() : target.write(chunk)))
	})
	await once(relay.listen(0, '127.0.0.1'), 'listening')
	const close = await open({ ...database.owner, host: '127.0.0.1', port: (relay.address() as AddressInfo).port })
	const over = once(relay, 'over')
	await asOwner(database, endSessions)
	await over
	// The prompt has read the last message by then.
	await asOwner(database, 'select')
	type('select 1;\r')
	await ended
	expect(shown()).toContain('The connection to the database is lost.')
	await close()
	relay.close()
})

it('the prompt ends with a connection that is lost while a statement runs', async () => {
	type('select pg_sleep(600);\r')
	const end = `select pg_terminate_backend(pid) as t from pg_stat_activity
		where application_name = 'plaudit-sql' and wait_event = 'PgSleep' and datname = current_database()`
	await expect.poll(() => asOwner(database, end)).toEqual([{ t: true }])
	await ended
	expect(shown()).toContain('The connection to the database is lost.')
})
