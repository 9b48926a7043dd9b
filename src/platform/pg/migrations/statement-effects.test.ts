import { describe, expect, it } from 'vitest'
import { effectsOf } from './statement-effects.ts'

const of = (script: string) => effectsOf(script).tables.map(({ table, rows, blocks }) => `${table} ${rows} ${blocks}`)

describe('what a statement of a migration does to a table', () => {
	it.each([
		['alter table public.walls add column note text', 'public.walls none all'],
		['alter table walls add note text not null default now()', 'public.walls none all'],
		['alter table public.walls add column at timestamptz default clock_timestamp()', 'public.walls rewrites all'],
		['alter table public.walls add column id uuid default gen_random_uuid()', 'public.walls rewrites all'],
		['alter table public.walls add column n int generated always as (a + b) stored', 'public.walls rewrites all'],
		['alter table public.walls add column n bigint generated always as identity', 'public.walls rewrites all'],
		['alter table public.walls alter column n type bigint', 'public.walls rewrites all'],
		['alter table public.walls alter n set data type bigint', 'public.walls rewrites all'],
		['alter table public.walls alter column n set not null', 'public.walls reads all'],
		['alter table public.walls alter column n set default 1, drop column m', 'public.walls drops all'],
		['alter table public.walls add constraint short check (n < 9)', 'public.walls reads all'],
		['alter table public.walls add constraint short check (n in (1, 2)) not valid', 'public.walls none all'],
		['alter table public.walls validate constraint short', 'public.walls reads nobody'],
		['alter table public.walls add column n int check (n > 0)', 'public.walls reads all'],
		['alter table only public.walls rename to panes', 'public.walls none all'],
		['create index on public.walls (n)', 'public.walls reads writes'],
		['create unique index walls_n on "public"."walls" (n)', 'public.walls reads writes'],
		['create index concurrently if not exists walls_n on public.walls (n)', 'public.walls reads nobody'],
		[
			'create trigger t after insert or update on public.walls for each row execute function f()',
			'public.walls none writes',
		],
		['drop trigger if exists t on public.walls', 'public.walls none all'],
		['create policy p on public.walls for select using (true)', 'public.walls none all'],
		['update public.walls w set n = 1', 'public.walls writes nobody'],
		['delete from public.walls', 'public.walls writes nobody'],
		['drop table if exists public.walls', 'public.walls drops all'],
	])('%s: %s', (script, effect) => {
		expect(of(script)).toEqual([effect])
	})

	it('a reference lets writes of the other table wait', () => {
		expect(of('alter table walls add constraint r foreign key (a) references private.other (a)')).toEqual([
			'private.other none writes',
			'public.walls reads writes',
		])
	})

	it('tables of the same script, comments, and the bodies of functions do not count', () => {
		const script = `create table public.fresh (id int); create index on public.fresh (id); insert into public.fresh values (1);
			-- drop table public.walls;
			create function f() returns void language sql as $$ update public.walls set n = 1 $$;`
		expect(of(script)).toEqual([])
	})

	it('the most that any statement does to a table is kept, and statements that a block puts together are noted', () => {
		expect(of('create policy p on walls using (true); update walls set n = 1')).toEqual(['public.walls writes all'])
		const block = "do $$ begin execute format('alter table public.%I add n int', 'walls'); end $$"
		expect(effectsOf(block)).toEqual({ tables: [], isDynamic: true })
	})
})
