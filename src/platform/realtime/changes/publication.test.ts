import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { Inbox, type RowChange, subscribe } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
const summary = ({ items }: Inbox<RowChange>) =>
	items.map(({ eventType, table, new: now, old }) => [eventType, table, now, old])

describe('what is published of a table', () => {
	let platform: PlatformApp
	const sql = (text: string, values: unknown[] = []) => asOwner<Record<string, string>>(platform.database, text, values)
	const publish = (what: string) => sql(`alter publication supabase_realtime add table ${what}`)

	beforeAll(async () => {
		platform = await openPlatformApp()
	})
	afterAll(() => platform.close())

	it('a row that enters the publication filter is an insert, one that leaves it a deletion', async () => {
		await sql(
			`create table public.offers (id int primary key, price int, name text);
			alter table public.offers replica identity full; grant select on public.offers to anon`,
		)
		await publish(`public.offers where (price > 10 and name <> 'it''s \\ odd')`)
		const inbox = await subscribe(platform.client(), { table: 'offers' })
		await sql(`insert into offers values (1, 5, 'low'), (2, 20, 'high'), (3, 20, 'it''s \\ odd')`)
		await sql('update offers set price = 30 where id = 1')
		await sql('update offers set price = 40 where id = 1')
		await sql('update offers set price = 6 where id = 2')
		await sql('update offers set price = 7 where id = 2')
		await sql('delete from offers')
		await inbox.atLeast(5)
		expect(summary(inbox)).toEqual([
			['INSERT', 'offers', { id: 2, price: 20, name: 'high' }, {}],
			['INSERT', 'offers', { id: 1, price: 30, name: 'low' }, {}],
			['UPDATE', 'offers', { id: 1, price: 40, name: 'low' }, { id: 1, price: 30, name: 'low' }],
			['DELETE', 'offers', {}, { id: 2, price: 20, name: 'high' }],
			['DELETE', 'offers', {}, { id: 1, price: 40, name: 'low' }],
		])
	})

	it('only published columns and events are delivered', async () => {
		await sql(
			`create table public.stock (id int primary key, shown int, hidden int); grant select on public.stock to anon`,
		)
		await publish('public.stock (id, shown)')
		const inbox = await subscribe(platform.client(), { table: 'stock' })
		await sql(`insert into stock values (1, 2, 3)`)
		await sql(`alter publication supabase_realtime set (publish = 'insert, delete')`)
		await sql('update stock set shown = 4')
		await sql('delete from stock')
		await sql(`alter publication supabase_realtime set (publish = 'insert, update, delete, truncate')`)
		await inbox.atLeast(2)
		expect(summary(inbox)).toEqual([
			['INSERT', 'stock', { id: 1, shown: 2 }, {}],
			['DELETE', 'stock', {}, { id: 1 }],
		])
	})

	it('a partitioned table is delivered under the names of its partitions, or its own as the root', async () => {
		await sql(
			`create table public.logs (id int, day date, primary key (id, day)) partition by range (day);
			create table public.logs_old partition of public.logs for values from ('2020-01-01') to ('2025-01-01');
			create table public.logs_new partition of public.logs for values from ('2025-01-01') to ('2030-01-01');
			grant select on public.logs, public.logs_old, public.logs_new to anon`,
		)
		await publish('public.logs')
		const parts = await subscribe(platform.client(), { table: 'logs_old' })
		await sql(`insert into logs values (1, '2024-05-05')`)
		await parts.atLeast(1)
		await sql('alter publication supabase_realtime set (publish_via_partition_root = true)')
		const whole = await subscribe(platform.client(), { table: 'logs' })
		await sql(`insert into logs values (2, '2024-05-06'), (3, '2026-05-06')`)
		await whole.atLeast(2)
		await sql('alter publication supabase_realtime set (publish_via_partition_root = false)')
		expect(summary(whole).map(([, table, row]) => [table, (row as { id: number }).id])).toEqual([
			['logs', 2],
			['logs', 3],
		])
		expect(parts.items).toHaveLength(1)
	})

	it('a table can be subscribed to right after it was published', async () => {
		await subscribe(platform.client(), { table: 'offers' })
		await sql(`create table public.brand_new (id int primary key); grant select on public.brand_new to anon`)
		await publish('public.brand_new')
		const inbox = await subscribe(platform.client(), { table: 'brand_new' })
		await sql('insert into brand_new values (1)')
		await inbox.atLeast(1)
	})

	it('no table of the platform refuses updates and deletes because of a publication for all tables', async () => {
		const keyless = await sql(
			`select c.oid::regclass::text as name from pg_class c
			where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace::regnamespace::text
				in ('public', 'private', 'plaudit', 'auth', 'storage', 'realtime')
				and (c.relreplident = 'n' or c.relreplident = 'd'
					and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary))`,
		)
		expect(keyless).toEqual([])
	})

	it('a publication for all tables has later tables too, but none of the platform', async () => {
		const [before] = await sql(
			`select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
			from pg_publication_tables where pubname = 'supabase_realtime'`,
		)
		await sql('drop publication supabase_realtime')
		await sql('create publication supabase_realtime for all tables')
		const inbox = await subscribe(platform.client(), { schema: '*', table: '*' })
		await sql(`create table public.made_later (id int primary key); grant select on public.made_later to anon`)
		await platform.admin().storage.createBucket('among-all')
		await sql(`select realtime.send('{}', 'x', 'all', false)`)
		await sql('insert into made_later values (1)')
		await inbox.atLeast(1)
		await sql('insert into made_later values (2)')
		await inbox.atLeast(2)
		expect(summary(inbox)).toEqual([
			['INSERT', 'made_later', { id: 1 }, {}],
			['INSERT', 'made_later', { id: 2 }, {}],
		])
		await sql('drop publication supabase_realtime')
		await sql(`create publication supabase_realtime for table ${before?.tables}`)
	})

	it('deletions have the whole row without policies, and the key alone with them', async () => {
		await sql(
			`create table public.open_rows (a int, b int, body text, primary key (a, b));
			create table public.closed_rows (like public.open_rows including all);
			alter table public.open_rows replica identity full;
			alter table public.closed_rows replica identity full;
			alter table public.closed_rows enable row level security;
			create policy low on public.closed_rows for select using (b < 100);
			grant select on public.open_rows, public.closed_rows to anon`,
		)
		await publish('public.open_rows, public.closed_rows')
		const closedBy = (filter: string) => subscribe(platform.client(), { table: 'closed_rows', filter })
		const byKey = await closedBy('a=eq.1')
		const byWords = await closedBy('body=eq.more')
		const byOthers = await closedBy('body=eq.less')
		const open = await subscribe(platform.client(), { table: 'open_rows' })
		const closed = await subscribe(platform.client(), { table: 'closed_rows' })
		for (const table of ['open_rows', 'closed_rows']) {
			await sql(`insert into ${table} values (1, 2, 'words')`)
			await sql(`update ${table} set body = 'more'`)
			await sql(`delete from ${table}`)
		}
		await Promise.all([open.atLeast(3), closed.atLeast(3)])
		expect(open.items[2]?.old).toEqual({ a: 1, b: 2, body: 'more' })
		expect(closed.items[1]?.old).toEqual({ a: 1, b: 2, body: 'words' })
		expect(closed.items[2]?.old).toEqual({ a: 1, b: 2 })
		// A filter that looks at more than the key would tell what a hidden row had in it.
		await sql(`insert into closed_rows values (1, 200, 'more')`)
		await sql('delete from closed_rows')
		await sql(`insert into closed_rows values (1, 3, 'more')`)
		await Promise.all([byKey.atLeast(5), byWords.atLeast(3)])
		const told = (inbox: Inbox<RowChange>) => inbox.items.map(({ eventType, old }) => [eventType, old])
		expect(told(byKey).slice(2)).toEqual([
			['DELETE', { a: 1, b: 2 }],
			['DELETE', { a: 1, b: 200 }],
			['INSERT', {}],
		])
		expect(told(byWords).slice(1)).toEqual([
			['DELETE', { a: 1, b: 2 }],
			['INSERT', {}],
		])
		expect(byOthers.items).toEqual([])
	})

	it('rows deleted before the lookup are delivered to those whom policies would have shown them', async () => {
		await sql(
			`create table public.members (room int, person uuid);
			create table public.brief (id int primary key, room int, n int, image text, hidden text);
			alter table public.brief enable row level security;
			create policy in_room on public.brief to authenticated
				using (exists (select from public.members m where m.room = brief.room and m.person = auth.uid()));
			create policy of_others on public.brief for select to service_role using (true);
			create policy small on public.brief as restrictive for select using (n < 100 and image is distinct from 'x');
			grant select (id, room, n, image) on public.brief to authenticated;
			grant select on public.members to authenticated`,
		)
		await publish('public.brief')
		await sql('insert into members values (1, $1)', [ada])
		const inside = await subscribe(platform.client(platform.token(ada)), { table: 'brief' })
		const outside = await subscribe(platform.client(platform.token(randomUUID())), {
			table: 'brief',
		})
		await sql(
			`insert into brief values (1, 1, 5, 'a', 'h'), (2, 2, 5, 'b', 'h'), (3, 1, 500, 'c', 'h');
			update brief set image = 'd' where n = 5;
			delete from brief where id = 1; delete from brief where id = 2; delete from brief where id = 3`,
		)
		await Promise.all([inside.atLeast(5), outside.atLeast(3)])
		const gone = [1, 2, 3].map((id) => ['DELETE', 'brief', {}, { id }])
		expect(summary(outside)).toEqual(gone)
		expect(summary(inside)).toEqual([
			['INSERT', 'brief', { id: 1, room: 1, n: 5, image: 'a' }, {}],
			['UPDATE', 'brief', { id: 1, room: 1, n: 5, image: 'd' }, { id: 1 }],
			...gone,
		])
	})

	it('listeners with equal claims share one policy query', async () => {
		await sql(
			`create function public.count_me() returns boolean language plpgsql as
				$$ begin perform pg_notify('policy_asked', gen_random_uuid()::text); return true; end $$;
			grant execute on function public.count_me() to authenticated;
			create table public.watched (id int primary key);
			alter table public.watched enable row level security;
			create policy counted on public.watched for select to authenticated using (count_me());
			grant select on public.watched to authenticated`,
		)
		await publish('public.watched')
		const counter = new pg.Client(platform.database.owner)
		const asked = new Inbox<unknown>()
		counter.on('notification', asked.add)
		await counter.connect()
		await counter.query('listen policy_asked')
		const tokens = [platform.token(ada), platform.token(randomUUID())]
		const inboxes: Inbox<RowChange>[] = []
		for (let i = 0; i < 20; i++) inboxes.push(await subscribe(platform.client(tokens[i % 2]), { table: 'watched' }))
		await sql('insert into watched values (1), (2)')
		await Promise.all(inboxes.map((inbox) => inbox.atLeast(2)))
		// Two rows, two people, one question for each; a last notice shows that no other is on its way.
		await asked.atLeast(4)
		await sql('notify policy_asked')
		await asked.atLeast(5)
		expect(asked.items).toHaveLength(5)
		await counter.end()
	})

	it('a failing policy hides rows from its role alone', async () => {
		await sql(
			`create table public.risky (id int primary key, owner uuid);
			alter table public.risky enable row level security;
			create policy breaks on public.risky for select to authenticated
				using (case when auth.uid() = '${ada}' then 1 / (id - 1) > 5 else true end);
			grant select on public.risky to authenticated`,
		)
		await publish('public.risky')
		const broken = await subscribe(platform.client(platform.token(ada)), { table: 'risky' })
		const fine = await subscribe(platform.client(platform.token(randomUUID())), { table: 'risky' })
		await sql('insert into risky values (1)')
		await fine.atLeast(1)
		expect(broken.items).toEqual([])
	})
})
