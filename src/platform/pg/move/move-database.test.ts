import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { readableTables } from './check-source.ts'
import { loadTables } from './load-tables.ts'
import { copyRows, rowsOfDatabase } from './row-source.ts'

let source: TestDatabase
let target: TestDatabase
beforeAll(async () => {
	source = await createTestDatabase()
	target = await createTestDatabase()
	const numbers =
		'create table app.numbers (n double precision, made int generated always as (1) stored); create table app.words (w text)'
	await asOwner(source, numbers)
	await asOwner(target, numbers.replace('double precision', 'real'))
	await asOwner(
		source,
		"insert into app.numbers (n) select n / 7.0 from generate_series(1, 5000) n; insert into app.words values ('a')",
	)
})
afterAll(async () => {
	await source.drop()
	await target.drop()
})

const onBoth = <T>(work: (from: pg.Client, to: pg.Client) => Promise<T>) =>
	withClient(source.owner, (from) => withClient(target.owner, (to) => work(from, to)))
const count = (table: string) => asOwner(target, `select count(*)::int as count from ${table}`)

it('tables with ids of transactions stay, as another cluster counts its own', async () => {
	const rows = await asOwner<{ name: string }>(
		source,
		`select distinct format('%I.%I', n.nspname, c.relname) as name
			from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
			where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' and a.attnum > 0
				and a.atttypid in ('xid'::regtype, 'xid8'::regtype, 'pg_snapshot'::regtype, 'txid_snapshot'::regtype, 'pg_lsn'::regtype)
			order by 1`,
	)
	expect(rows.map(({ name }) => name)).toEqual(['realtime.changes', 'realtime.horizon', 'realtime.marks'])
	const moved = await withClient(source.owner, readableTables)
	expect(moved.filter(({ name }) => rows.some((row) => row.name === name))).toEqual([])
	expect(moved).toContainEqual({ name: 'app.numbers', columns: ['n'] })
	expect(moved.length).toBeGreaterThan(80)
})

it('a table whose values the target changes is named, and nothing is loaded', async () => {
	const tables = await withClient(source.owner, readableTables)
	const copied: string[] = []
	const load = onBoth(async (from, to) => {
		await to.query('begin')
		await loadTables(rowsOfDatabase(from), to, tables, ({ name }) => copied.push(name))
	})
	await expect(load).rejects.toThrow(
		/^app\.numbers differs after the copy: 5000 rows with the hash -?\d+ became 5000 with -?\d+/,
	)
	expect(copied).not.toContain('app.numbers')
	expect(await count('app.numbers')).toEqual([{ count: 0 }])
})

it('the error of the side that failed first is the one that is seen, and no row is kept', async () => {
	const into = 'copy app.words (w) from stdin'
	const half = 'copy (select (1 / (n - 4000))::text from generate_series(1, 5000) n) to stdout'
	await expect(onBoth((from, to) => copyRows(from, to, half, into))).rejects.toThrow('division by zero')
	const all = 'copy (select n::text from generate_series(1, 500000) n) to stdout'
	const narrow = 'copy app.numbers (n) from stdin'
	const wrong = "copy (select case n when 300000 then 'x' else n::text end from generate_series(1, 500000) n) to stdout"
	await expect(onBoth((from, to) => copyRows(from, to, wrong, narrow))).rejects.toThrow(
		'invalid input syntax for type real',
	)
	await expect(onBoth((from, to) => copyRows(from, to, all, 'copy app.nothing from stdin'))).rejects.toThrow(
		'does not exist',
	)
	expect([await count('app.words'), await count('app.numbers')]).toEqual([[{ count: 0 }], [{ count: 0 }]])
	await onBoth((from, to) => copyRows(from, to, all, into))
	expect(await count('app.words')).toEqual([{ count: 500_000 }])
})
