import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { run } from './schema-command.ts'

let database: TestDatabase
let out: string
beforeAll(async () => {
	database = await createTestDatabase()
})
beforeEach(() => {
	const { host, port, user, password, database: name } = database.owner
	const secret = typeof password === 'string' ? `:${password}` : ''
	vi.stubEnv('DATABASE_URL', `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`)
	out = ''
	vi.spyOn(console, 'log').mockImplementation((line) => {
		out += `${line}\n`
	})
})
afterEach(() => {
	vi.restoreAllMocks()
	vi.unstubAllEnvs()
})
afterAll(() => database.drop())

it('plaudit schema prints the columns, policies, grants and functions of a table', async () => {
	await asOwner(
		database,
		`create table app.notes (id bigint generated always as identity primary key, body text not null check (body <> ''));
		create index notes_body on app.notes (body);
		alter table app.notes enable row level security; grant select on app.notes to anon;
		create policy everyone_reads on app.notes for select to anon using (id > 0);
		create function app.words(n app.notes) returns int language sql immutable as 'select 1'`,
	)
	expect(await run(['notes'])).toBe(0)
	expect(out).toMatch(/^table app\.notes\n/)
	expect(out).toMatch(/ id +\| bigint \| not null \| generated always as identity\n body +\| text +\| not null \|\n/)
	expect(out).toContain("Constraints:\n    notes_body_check CHECK ((body <> ''::text))\n")
	expect(out).toContain('    notes_body btree (body)\n')
	expect(out).toContain('everyone_reads for select to anon using ((id > 0))')
	expect(out).toContain('Grants:\n    anon: select\n')
	expect(out).toContain('Functions:\n    app.words(app.notes) returns integer\n')
})

it('plaudit schema finds a view without its schema, and escapes control characters', async () => {
	await run(['shown_testimonials'])
	expect(out).toMatch(/^view private\.shown_testimonials\n/)
	expect(out).toContain('Definition:\n')
	await asOwner(database, "create view app.steering as select 'a' || E'\\u001b]0;title\\u0007' as t")
	await run(['app.steering'])
	expect(out).toContain('\\x1b]0;title\\x07')
})

it('plaudit schema says that there is no table of a name', async () => {
	await expect(run(['nope'])).rejects.toThrow('There is no table or view nope.')
	await expect(run(["x'; drop table app.notes; --"])).rejects.toThrow(/There is no table|invalid name syntax/)
})
