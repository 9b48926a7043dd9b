import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cliConfig } from '#cli/with-deps.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { asOwner } from '#test/support/test-database.ts'
import { run as backup } from './backup.ts'
import { run as restore } from './restore.ts'

let folder: string
const at = (...names: string[]) => join(folder, ...names)
const said: string[] = []

beforeAll(async () => {
	vi.spyOn(console, 'log').mockImplementation((line) => said.push(line))
	vi.stubEnv('DATABASE_URL', '')
	vi.stubEnv('OWN_TABLES_GRANT', 'supabase')
	folder = await mkdtemp(join(tmpdir(), 'plaudit-backup-own-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await rm(folder, { recursive: true, force: true })
})

/** Starts like the server, without its services. */
async function start(name: string): Promise<{ server: Embedded; applied: string[] }> {
	vi.stubEnv('DATA_DIR', at(name))
	const server = await startEmbedded(at(name), 4)
	await migrate(server.owner, schemaFolder)
	const { applied } = await openOwnTables(cliConfig(), server.owner)
	return { server, applied }
}
const ask = (server: Embedded, text: string) =>
	asOwner<Record<string, unknown>>({ owner: server.owner, drop: async () => {} }, text)

it('a backup contains own tables with rows, grants and policies, and their migrations', async () => {
	const text = `create table app.notes (id int primary key); alter table app.notes enable row level security;
		create policy everyone_reads on app.notes for select using (true);
		create table public.own_notes (); alter publication supabase_realtime add table app.notes;`
	await mkdir(at('data', 'migrations'), { recursive: true })
	await writeFile(at('data', 'migrations', '001.sql'), text)
	const first = await start('data')
	expect(first.applied).toEqual(['001.sql'])
	await ask(first.server, 'insert into app.notes values (1), (2)')
	expect(await backup([at('copy')])).toBe(0)
	await first.server.stop()

	vi.stubEnv('DATA_DIR', at('other'))
	expect(await restore([at('copy')])).toBe(0)
	expect(await readFile(at('other', 'migrations', '001.sql'), 'utf8')).toBe(text)
	const second = await start('other')
	expect(second.applied).toEqual([])
	await ask(second.server, 'create table app.later ()')
	const [found] = await ask(
		second.server,
		`select (select count(*)::int from app.notes) as rows, has_table_privilege('anon', 'public.own_notes', 'select') as "own",
			has_table_privilege('anon', 'app.later', 'select') as "later", (select count(*)::int from pg_policies where schemaname = 'app') as policies,
			(select count(*)::int from pg_trigger where tgrelid = 'app.notes'::regclass and tgname = 'realtime_changes') as live`,
	)
	expect(found).toEqual({ rows: 2, own: true, later: true, policies: 1, live: 1 })
	await second.server.stop()
})

it('a backup warns about own migrations in another folder', async () => {
	vi.stubEnv('DATA_DIR', at('other'))
	vi.stubEnv('OWN_MIGRATIONS', at('elsewhere'))
	said.length = 0
	await backup([at('copy-2')])
	expect(said.join('\n')).toContain(`The files in ${at('elsewhere')} are not in it: keep them.`)
})
