import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { readSchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { describeDatabase } from '#test/support/postgres/describe-database.ts'
import { copyBaseline } from '#test/support/postgres/old-numbering.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { objectName } from './definitions.ts'
import { locksOf } from './table-locks.ts'

let server: TestDatabase
let baseline: string
const made: TestDatabase[] = []
const earlier = `test_${randomUUID().replaceAll('-', '')}`
beforeAll(async () => {
	server = await createTestDatabase()
	baseline = await mkdtemp(join(tmpdir(), 'plaudit-baseline-'))
	await copyBaseline(baseline)
	await asOwner(server, `create database ${earlier}`)
	await migrate({ ...server.owner, database: earlier }, baseline)
})
afterAll(async () => {
	for (const name of [earlier, ...made.map(({ owner }) => owner.database)])
		await asOwner(server, `drop database ${name} with (force)`)
	await server.drop()
	await rm(baseline, { recursive: true, force: true })
})

/** A database of the version before all migrations. */
async function createEarlier(): Promise<TestDatabase> {
	const name = `test_${randomUUID().replaceAll('-', '')}`
	await asOwner(server, `create database ${name} template ${earlier}`)
	const database = { owner: { ...server.owner, database: name }, drop: async () => {} }
	made.push(database)
	return database
}

const log = () => {}
/** Ends the session of a migration, as a node that is killed does, and waits until it has ended. */
const kill = async (client: pg.Client) => {
	const { rows } = await client.query('select pg_backend_pid() as pid')
	await asOwner(server, `select pg_terminate_backend(${rows[0].pid}, 10000)`)
}

/** Two files put statements together while they run. No later one may. */
const putTogether = ['migrations/0011_archive.sql', 'migrations/0019_search.sql']

/** Locks that keep others from reading or writing tables and views, of those that another session sees. */
async function strongLocks(client: pg.Client, database: TestDatabase): Promise<{ name: string; mode: string }[]> {
	const { rows } = await client.query<{ relation: number; mode: string }>(
		`select relation::int, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'
			and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
	)
	const seen = await asOwner<{ oid: number; name: string }>(
		database,
		`select c.oid::int, n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where c.relkind in ('r', 'p', 'v') and n.nspname !~ '^pg_'`,
	)
	const names = new Map(seen.map(({ oid, name }) => [oid, name]))
	return rows.flatMap(({ relation, mode }) => {
		const name = names.get(relation)
		return name ? [{ name, mode }] : []
	})
}

it('an update that is killed before the commit of each file goes on with that file, and equals one that was not', async () => {
	const { migrations } = await readSchemaFiles(schemaFolder)
	const [killed, whole] = [await createEarlier(), await createEarlier()]
	const seen = new Set<string>()
	const beforeCommit = async (client: pg.Client, file = 'the functions') => {
		if (seen.has(file)) return
		seen.add(file)
		await kill(client)
	}
	const prepared: number[] = []
	const prepare = async ({ migrations: count }: { migrations: number }) => void prepared.push(count)
	const update = () => migrate(killed.owner, schemaFolder, { log, beforeCommit, prepare })
	for (let starts = 0; starts <= migrations.length; starts++) {
		await expect(update()).rejects.toThrow(/onnection/)
		if (starts === 20) await expect(migrate(killed.owner, baseline)).rejects.toThrow('Run a newer version')
	}
	await expect(migrate(killed.owner, baseline)).rejects.toThrow('Run a newer version')
	await update()
	// The first start failed before anything was committed; a copy of a database that is half updated would be no way back.
	expect(prepared).toEqual([migrations.length, migrations.length])
	expect(await migrate(killed.owner, schemaFolder)).toEqual([])
	expect((await migrate(whole.owner, schemaFolder, { log })).length).toBeGreaterThan(migrations.length)
	expect(await describeDatabase(killed.owner)).toEqual(await describeDatabase(whole.owner))
	expect(await asOwner(killed, "select from plaudit.migrations where name = 'migrations/unfinished'")).toEqual([])
	// A start for each of the files.
}, 900_000)

it('each file takes no lock that keeps others from a table but those that it takes first', async () => {
	const { migrations, views, lockOrder } = await readSchemaFiles(schemaFolder)
	const viewLocks = views.map(({ name }) => [objectName(name), 'access exclusive'] as const)
	const database = await createEarlier()
	const missed: object[] = []
	const beforeCommit = async (client: pg.Client, file?: string) => {
		if (file && putTogether.includes(file)) return
		const text = migrations.find(({ name }) => name === file)?.text ?? ''
		// The last step has no file: it takes the views that it replaces.
		const first = new Map(file ? locksOf(text, lockOrder).map(({ name, mode }) => [name, mode]) : viewLocks)
		for (const { name, mode } of await strongLocks(client, database)) {
			const taken = first.get(name)
			const isEnough =
				mode === 'AccessExclusiveLock' ? taken === 'access exclusive' : taken !== undefined && taken !== 'row exclusive'
			if (!isEnough) missed.push({ file, name, mode, taken })
		}
	}
	await migrate(database.owner, schemaFolder, { log, beforeCommit })
	expect(missed).toEqual([])
})

it('of two nodes that start the same update at once the second one finishes it when the first one is killed', async () => {
	const database = await createEarlier()
	let kills = 1
	const beforeCommit = async (client: pg.Client, file?: string) => {
		if (file?.includes('0060_') && kills-- > 0) await kill(client)
	}
	const both = await Promise.allSettled([1, 2].map(() => migrate(database.owner, schemaFolder, { log, beforeCommit })))
	expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
	expect(await migrate(database.owner, schemaFolder)).toEqual([])
})

it('an update ends when the connection that holds its lock does, before the next file', async () => {
	const database = await createEarlier()
	const beforeCommit = async (client: pg.Client, file?: string) => {
		if (!file?.includes('0010_')) return
		await client.query(
			`select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and objid = 7268432
				and database = (select oid from pg_database where datname = current_database())`,
		)
	}
	await expect(migrate(database.owner, schemaFolder, { log, beforeCommit })).rejects.toThrow(
		'The connection that held the lock of the migrations has ended',
	)
	const [state] = await asOwner<{ last: string }>(
		database,
		"select max(name) as last from plaudit.migrations where name like 'migrations/0%'",
	)
	expect(state?.last).toBe('migrations/0010_imports.sql')
	expect((await migrate(database.owner, schemaFolder)).length).toBeGreaterThan(40)
})

it('a form can be made between the file that puts spaces first and the functions', async () => {
	const database = await createEarlier()
	const { functions } = await readSchemaFiles(schemaFolder)
	const name = 'functions/private/claim_form_slug.sql'
	const text = functions.find((one) => one.name === name)?.text ?? ''
	// That of the version before leaves the space out.
	const former = text.replace(
		'form_id, space_id) values (new.slug, new.id, new.space_id)',
		'form_id) values (new.slug, new.id)',
	)
	expect(former).not.toBe(text)
	const makeForm = async (client: pg.Client, file = '') => {
		if (file.includes('0056_')) {
			await client.query(former)
			await client.query("update plaudit.migrations set checksum = '' where name = $1", [name])
		}
		if (!file.includes('0057_')) return
		const [space, form] = [randomUUID(), randomUUID()]
		await client.query('savepoint made; set constraints all deferred')
		await client.query("insert into public.spaces (id, name) values ($1, 'A')", [space])
		await client.query("insert into public.forms (id, space_id, slug, name) values ($1, $2, 'made-now', 'A')", [
			form,
			space,
		])
		await client.query('rollback to savepoint made')
	}
	await migrate(database.owner, schemaFolder, { log, beforeCommit: makeForm })
})
