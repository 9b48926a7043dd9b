import { describe, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { dropsIn, functionsOf, withoutDrops } from './functions-of-file.ts'
import { compareTables, readLockOrder } from './lock-order.ts'
import { locksOf, tablesAsLocked } from './table-locks.ts'

const order = await readLockOrder(schemaFolder)
const of = (script: string) => locksOf(script, order).map(({ name, mode }) => `${name}: ${mode}`)

describe('the locks that a file takes first', () => {
	it.each([
		[
			'tables of requests come in their order, then others by name',
			'alter table auth.users add a int; alter table private.receipts add a int; alter table app.b add a int; alter table public.forms add a int',
			[
				'public.forms: access exclusive',
				'private.receipts: access exclusive',
				'app.b: access exclusive',
				'auth.users: access exclusive',
			],
		],
		[
			'the strongest mode of a table holds',
			'update walls set n = 1; create trigger t after insert on walls execute function f(); alter table walls add a int',
			['public.walls: access exclusive'],
		],
		[
			'a trigger and a reference let reads go on',
			'create trigger t after insert on walls for each row execute function f()',
			['public.walls: share row exclusive'],
		],
		[
			'a new table locks those that it references',
			'create table x (a uuid references public.spaces); alter table x enable row level security',
			['public.spaces: share row exclusive'],
		],
		[
			'a table that is locked by name',
			'lock table private.form_slugs, public.forms in share row exclusive mode',
			['private.form_slugs: share row exclusive', 'public.forms: share row exclusive'],
		],
		['a lock without a mode is the strongest', 'lock public.forms', ['public.forms: access exclusive']],
		['rows that are written', 'delete from plaudit.jobs', ['plaudit.jobs: row exclusive']],
		[
			'a view comes before its tables',
			'alter table testimonials add a int; create or replace view public.public_wall as select 1',
			['public.public_wall: access exclusive', 'public.testimonials: access exclusive'],
		],
		[
			'a published table',
			'alter publication supabase_realtime add table public.saved_views',
			['public.saved_views: share update exclusive'],
		],
		[
			'what only reads, grants or comments takes none',
			'select 1 from walls; grant select on walls to anon; comment on table walls is $$ lock table x $$',
			[],
		],
		['a function takes none', 'create function f() returns void language sql as $$ lock table public.forms $$', []],
	])('%s', (_, script, locks) => {
		expect(of(script)).toEqual(locks)
	})

	it('tables stand in the order of the statements where the order is checked', () => {
		expect(
			tablesAsLocked('alter table b add n int; update c set n = 1; alter table a add n int; alter table b add m int'),
		).toEqual(['public.b', 'public.a'])
	})

	it('the order is total, whatever the names are', () => {
		const names = ['public.forms', 'private.receipts', 'app.x', '', 'z', 'private.form_slugs', 'app.x']
		const sorted = [...names].sort((a, b) => compareTables(order, a, b))
		expect([...names].reverse().sort((a, b) => compareTables(order, a, b))).toEqual(sorted)
		expect(sorted.slice(0, 3)).toEqual(['private.form_slugs', 'public.forms', 'private.receipts'])
	})
})

describe('the functions of a file', () => {
	const functions = ['a', 'b', 'c', 'd'].map((name) => ({
		name: `functions/private/${name}.sql`,
		text: '',
		checksum: '',
	}))
	const [a, b] = functions
	if (a) a.text = 'create function private.a() … private.b(1) -- private.d'
	if (b) b.text = 'create function private.b(int) … private.a()'

	it('those that it names come with it, and those that these call, but none that a comment or a drop names', () => {
		const text = `-- private.c
			create trigger t after insert on x execute function PRIVATE.a(); drop function private.d(int);`
		expect(functionsOf({ name: '', text }, functions)).toEqual([a, b])
		expect(functionsOf({ name: '', text: 'select private.ab(), other.private_a()' }, functions)).toEqual([])
	})

	it('drops are put off, and nothing else', () => {
		const text = `alter table x add n int;
			DROP FUNCTION IF EXISTS private.words(text, int); drop function public.f(uuid);
			do $$ begin drop function private.g(); end $$; select 'drop function private.h()'`
		expect(dropsIn(text)).toEqual([
			{ name: 'private.words', statement: 'drop function if exists private.words(text, int)' },
			{ name: 'public.f', statement: 'drop function if exists public.f(uuid)' },
		])
		expect(withoutDrops(text)).not.toMatch(/private\.words|public\.f/)
		expect(withoutDrops(text)).toContain('private.g()')
		expect(withoutDrops('alter table x add n int; -- drop function private.f()')).toBe(
			'alter table x add n int; -- drop function private.f()',
		)
	})
})
