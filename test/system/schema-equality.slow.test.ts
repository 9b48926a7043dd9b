import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { describeDatabase, withoutComments } from '#test/support/postgres/describe-database.ts'
import { applyOldNumbering, copyBaseline, editedSince } from '#test/support/postgres/old-numbering.ts'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'

const server = inject('owner')
const name = `test_${randomUUID().replaceAll('-', '')}`
const old = { owner: { ...server, database: name }, drop: async () => {} }
const maintenance = { owner: { ...server, database: 'postgres' }, drop: async () => {} }
/** Migrated instead of cloned: a clone of the template lacks the settings of roles. */
const fresh = { ...old, owner: { ...server, database: `${name}_fresh` } }

/** The migrator records its own list of applied migrations. */
const isComparable = (line: string) =>
	!line.includes('plaudit.migrations') &&
	!editedSince.some((edited) => line.includes(`CREATE OR REPLACE FUNCTION ${edited}(`))
let baseline: string

beforeAll(async () => {
	for (const { owner } of [old, fresh]) await asOwner(maintenance, `create database ${owner.database}`)
	await applyOldNumbering(old.owner)
	baseline = await mkdtemp(join(tmpdir(), 'plaudit-baseline-'))
	await copyBaseline(baseline)
	await migrate(fresh.owner, baseline)
})
afterAll(async () => {
	await rm(baseline, { recursive: true })
	for (const { owner } of [old, fresh]) await asOwner(maintenance, `drop database ${owner.database} with (force)`)
})

it('the baseline creates the same database as the old migrations, except for comments', async () => {
	const [before, after] = await Promise.all([old, fresh].map(({ owner }) => describeDatabase(owner)))
	expect(after?.length).toBeGreaterThan(1500)
	expect(withoutComments(after ?? []).filter(isComparable)).toEqual(withoutComments(before ?? []).filter(isComparable))
})

it('an adopted database of the old numbering equals a new one, including comments', async () => {
	for (const { owner } of [old, fresh]) await migrate(owner, schemaFolder)
	expect(await describeDatabase(old.owner)).toEqual(await describeDatabase(fresh.owner))
})

it('a difference of one grant, column, policy, trigger, default or row is detected', async () => {
	const database = await createTestDatabase()
	const before = await describeDatabase(database.owner)
	for (const change of [
		'grant select on auth.users to anon',
		'grant update (name) on public.tags to anon',
		'alter table public.tags add column more int',
		'alter table public.tags alter column name set default 1',
		'alter table public.tags no force row level security',
		'alter policy editors_add on public.tags with check (true)',
		'drop trigger tell_changed on public.walls',
		'alter function private.spaces_as(text) volatile',
		'drop index public.media_path',
		'alter publication supabase_realtime drop table public.tags',
		"update storage.buckets set public = true where id = 'photos'",
		'alter default privileges grant execute on functions to public',
	]) {
		await asOwner(database, change)
		const now = await describeDatabase(database.owner)
		expect([change, now.filter((line) => !before.includes(line)).length > 0 || now.length < before.length]).toEqual([
			change,
			true,
		])
	}
	await database.drop()
})
