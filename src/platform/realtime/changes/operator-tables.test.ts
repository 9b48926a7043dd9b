import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { subscribe } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const [ada, bob] = [randomUUID(), randomUUID()]

describe('tables of an operator in the schema app', () => {
	let platform: PlatformApp
	const sql = (text: string, values: unknown[] = []) => asOwner(platform.database, text, values)
	const as = (person?: string) => platform.client(person && platform.token(person))

	beforeAll(async () => {
		platform = await openPlatformApp()
		await sql(
			`create type app.mood as enum ('calm', 'wild');
			create table app.members (room int, person uuid, primary key (room, person));
			grant select on app.members to authenticated;
			create function app.is_member(room int) returns boolean language sql stable as
				$$ select exists (select from app.members m where m.room = is_member.room and m.person = auth.uid()) $$;
			grant execute on function app.is_member(int) to authenticated;
			create table app."Posts" (id bigint generated always as identity primary key, room int not null, mood app.mood, body text);
			alter table app."Posts" enable row level security;
			create policy members_read on app."Posts" for select to authenticated using (app.is_member(room));
			grant select on app."Posts" to anon, authenticated, service_role`,
		)
		await sql(`insert into app.members values (1, $1), (2, $2)`, [ada, bob])
		await sql('alter publication supabase_realtime add table app."Posts"')
	})
	afterAll(() => platform.close())

	it('tables of an operator deliver changes once published, to those whom policies show the row', async () => {
		const posts = { schema: 'app', table: 'Posts' }
		const [forAda, forBob, forVisitor] = [
			await subscribe(as(ada), posts),
			await subscribe(as(bob), posts),
			await subscribe(as(), posts),
		]
		await sql(`insert into app."Posts" (room, mood, body) values (1, 'calm', 'a'), (2, 'wild', 'b')`)
		await Promise.all([forAda.atLeast(1), forBob.atLeast(1)])
		await sql(`update app."Posts" set body = 'c' where room = 2`)
		await forBob.atLeast(2)
		expect(forAda.items.map(({ schema, table, new: row }) => [schema, table, row])).toEqual([
			['app', 'Posts', { id: 1, room: 1, mood: 'calm', body: 'a' }],
		])
		expect(forBob.items.map(({ new: row, old }) => [row, old])).toEqual([
			[{ id: 2, room: 2, mood: 'wild', body: 'b' }, {}],
			[{ id: 2, room: 2, mood: 'wild', body: 'c' }, { id: 2 }],
		])
		expect(forVisitor.items).toEqual([])
	})

	it('a table delivers old rows after replica identity full is set', async () => {
		const calm = await subscribe(as(ada), { schema: 'app', table: 'Posts', filter: 'mood=eq.calm' })
		await sql('alter table app."Posts" replica identity full')
		await sql(`insert into app."Posts" (room, mood, body) values (1, 'calm', 'before'), (1, 'wild', 'other')`)
		await sql(`update app."Posts" set body = 'after' where body in ('before', 'other')`)
		const [, update] = await calm.atLeast(2)
		expect(update).toMatchObject({
			eventType: 'UPDATE',
			new: { mood: 'calm', body: 'after' },
			old: { room: 1, mood: 'calm', body: 'before' },
		})
		await sql(`delete from app."Posts" where body = 'after'`)
		const [, , deletion] = await calm.atLeast(3)
		// Policies cannot be checked for a deleted row: only its key is delivered.
		expect(Object.keys(deletion?.old ?? {})).toEqual(['id'])
	})

	it('all tables of a published schema deliver changes, later ones included', async () => {
		await sql('alter publication supabase_realtime drop table app."Posts"')
		await sql('alter publication supabase_realtime add tables in schema app')
		const all = await subscribe(as(ada), { schema: 'app', table: '*' })
		await sql('create table app.later (id int primary key); grant select on app.later to authenticated')
		await sql('insert into app.later values (1)')
		await sql(`insert into app."Posts" (room, body) values (2, 'hidden'), (1, 'shown')`)
		const told = (await all.atLeast(2)).map(({ table, new: row }) => [table, row])
		expect(told).toMatchObject([
			['later', { id: 1 }],
			['Posts', { body: 'shown' }],
		])
	})

	it('a table that is no longer published delivers nothing', async () => {
		await sql('alter publication supabase_realtime drop tables in schema app')
		await sql('alter publication supabase_realtime add table app.later')
		const all = await subscribe(as(ada), { schema: 'app', table: '*' })
		await sql(`insert into app."Posts" (room, body) values (1, 'unseen')`)
		await sql('insert into app.later values (2)')
		expect((await all.atLeast(1)).map(({ table }) => table)).toEqual(['later'])
	})

	it('policies with unqualified function names work, also for rows deleted before the lookup', async () => {
		await sql(
			`create table public.guests (person uuid primary key);
			create function public.is_guest() returns boolean language sql stable as
				$$ select exists (select from guests where person = auth.uid()) $$;
			create table public.visits (id int primary key);
			alter table public.visits enable row level security;
			create policy guests_read on public.visits for select to authenticated using (is_guest());
			grant select on public.guests, public.visits to authenticated;
			grant execute on function public.is_guest() to authenticated;
			alter publication supabase_realtime add table public.visits`,
		)
		await sql('insert into guests values ($1)', [ada])
		const forAda = await subscribe(as(ada), { table: 'visits' })
		const forBob = await subscribe(as(bob), { table: 'visits' })
		await sql('insert into visits values (1); delete from visits')
		await Promise.all([forAda.atLeast(2), forBob.atLeast(1)])
		expect(forAda.items.map(({ eventType }) => eventType)).toEqual(['INSERT', 'DELETE'])
		expect(forBob.items.map(({ eventType }) => eventType)).toEqual(['DELETE'])
	})
})
