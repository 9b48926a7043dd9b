import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Message = { event: string; payload: Record<string, unknown>; meta?: { replayed?: boolean } }

/** Triggers from Supabase's documentation, which run with the rights of the writing user. */
const schema = `
	create table public.orders (id text primary key, value text, topic text not null);
	alter table public.orders enable row level security;
	create policy all_orders on public.orders for all using (true) with check (true);
	grant select, insert, update, delete on public.orders to anon, authenticated, service_role;
	create function public.tell_orders() returns trigger language plpgsql as $$
	begin
		perform realtime.broadcast_changes(coalesce(new.topic, old.topic), tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
		return null;
	end $$;
	create trigger tell after insert or update or delete on public.orders for each row execute function public.tell_orders();

	create table public.letters (id uuid primary key default gen_random_uuid(), topic text not null, payload jsonb, bytes bytea, private boolean not null default true);
	alter table public.letters enable row level security;
	create policy all_letters on public.letters for all using (true) with check (true);
	grant select, insert on public.letters to anon, authenticated, service_role;
	create function public.send_letters() returns trigger language plpgsql as $$
	begin
		if new.bytes is null then
			perform realtime.send(new.payload, 'letter', new.topic, new.private);
		else
			perform realtime.send_binary(new.bytes, 'letter', new.topic, new.private);
		end if;
		return null;
	end $$;
	create trigger send after insert on public.letters for each row execute function public.send_letters();

	-- The function names no schema, as functions of operators often do.
	create table public.open_topics (pattern text primary key);
	insert into public.open_topics values ('open:%');
	grant select on public.open_topics to authenticated;
	create function public.is_open(topic text) returns boolean language sql stable as $$ select exists (select from open_topics o where topic like o.pattern) $$;
	grant execute on function public.is_open(text) to authenticated;
	create policy hears on realtime.messages for select to authenticated using (is_open(realtime.topic()));
	create policy sends on realtime.messages for insert to authenticated with check (is_open(realtime.topic()));`

describe('broadcasts from triggers that run as the user', () => {
	let app: TestApp
	let url: string
	const clients: SupabaseClient[] = []
	const clientOf = (token?: string, key = app.deps.keys.anonKey) => {
		const client = officialClient(url, key, token ? { accessToken: async () => token } : {})
		clients.push(client)
		return client
	}
	const signedIn = async () => clientOf((await app.person()).token)
	const sql = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
	const sent = async (topic: string) => {
		const [row] = await sql<{ count: number }>(
			'select count(*)::int as count from realtime.messages where topic = $1',
			[topic],
		)
		return row?.count
	}
	/**
	 * Joins a private channel.
	 * @returns the messages that it receives
	 */
	async function enter(client: SupabaseClient, topic: string, broadcast: object = {}) {
		await client.realtime.setAuth()
		const inbox = new Inbox<Message>()
		const channel = client
			.channel(topic, { config: { private: true, broadcast } })
			.on('broadcast', { event: '*' }, (message) => inbox.add(message as unknown as Message))
		await new Promise<void>((resolve, reject) => {
			channel.subscribe((status, error) => {
				if (status === 'SUBSCRIBED') resolve()
				else if (status !== 'CLOSED') reject(error ?? new Error(status))
			})
		})
		return inbox
	}

	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
		await sql(schema)
	})
	afterAll(async () => {
		for (const client of clients) await client.realtime.disconnect()
		await app.close()
	})

	it('broadcast_changes sends the rows that a user inserts, updates and deletes to a private channel', async () => {
		const client = await signedIn()
		const [topic, id] = [`open:${randomUUID()}`, randomUUID()]
		const inbox = await enter(client, topic)
		const orders = () => client.from('orders')
		expect((await orders().insert({ id, value: 'one', topic })).status).toBe(201)
		expect((await orders().update({ value: 'two' }).eq('id', id)).status).toBe(204)
		expect((await orders().delete().eq('id', id)).status).toBe(204)
		const [one, two] = [
			{ id, value: 'one', topic },
			{ id, value: 'two', topic },
		]
		const of = { id: expect.any(String), schema: 'public', table: 'orders' }
		expect((await inbox.atLeast(3)).map(({ event, payload }) => [event, payload])).toEqual([
			['INSERT', { ...of, operation: 'INSERT', record: one, old_record: null }],
			['UPDATE', { ...of, operation: 'UPDATE', record: two, old_record: one }],
			['DELETE', { ...of, operation: 'DELETE', record: null, old_record: two }],
		])
	})

	it('twenty concurrent messages and twenty concurrent rows each arrive once', async () => {
		const client = await signedIn()
		const topic = `open:${randomUUID()}`
		const inbox = await enter(client, topic)
		const numbers = Array.from({ length: 20 }, (_, n) => n)
		await Promise.all(
			numbers.flatMap((n) => [
				client.from('letters').insert({ topic, payload: { n } }).throwOnError(),
				client.from('orders').insert({ id: randomUUID(), topic }).throwOnError(),
			]),
		)
		const all = await inbox.atLeast(40)
		const letters = all.filter(({ event }) => event === 'letter').map(({ payload }) => payload.n)
		expect(letters.map(Number).sort((a, b) => a - b)).toEqual(numbers)
		expect(new Set(all.map(({ payload }) => payload.id)).size).toBe(40)
		const replayed = await enter(await signedIn(), topic, { replay: { since: 0, limit: 25 } })
		expect(await replayed.atLeast(25)).toHaveLength(25)
	})

	it('messages and bytes that a user sends through a trigger are replayed', async () => {
		const client = await signedIn()
		const topic = `open:${randomUUID()}`
		const bytes = '\\xdeadbeef00ff'
		expect((await client.from('letters').insert({ topic, payload: { n: 1 } })).status).toBe(201)
		expect((await client.from('letters').insert({ topic, bytes })).status).toBe(201)
		const inbox = await enter(client, topic, { replay: { since: 0, limit: 25 } })
		const [text, binary] = await inbox.atLeast(2)
		expect(text).toMatchObject({ event: 'letter', payload: { n: 1 }, meta: { replayed: true } })
		expect(binary?.meta?.replayed).toBe(true)
		const received = new Uint8Array(binary?.payload as unknown as ArrayBuffer)
		expect([...received]).toEqual([0xde, 0xad, 0xbe, 0xef, 0, 0xff])
	})

	it('a write succeeds without a message when no policy lets its user send', async () => {
		const stranger = await signedIn()
		for (const client of [stranger, clientOf()])
			for (const isPrivate of [true, false]) {
				const topic = `closed:${randomUUID()}`
				const letter = { topic, payload: { n: 1 }, private: isPrivate }
				expect((await client.from('letters').insert(letter)).status).toBe(201)
				expect((await client.from('letters').insert({ topic, bytes: '\\x01' })).status).toBe(201)
				const order = { id: randomUUID(), topic }
				expect((await client.from('orders').insert(order)).status).toBe(201)
				expect(await sent(topic)).toBe(0)
			}
	})

	it('an anonymous visitor sends where a policy for anon permits it', async () => {
		await sql(
			`create policy visitors_send on realtime.messages for insert to anon with check (realtime.topic() = 'guestbook')`,
		)
		const visitor = clientOf()
		expect((await visitor.from('letters').insert({ topic: 'guestbook', payload: {} })).status).toBe(201)
		expect((await visitor.from('letters').insert({ topic: 'open:x', payload: {} })).status).toBe(201)
		expect([await sent('guestbook'), await sent('open:x')]).toEqual([1, 0])
	})

	it('the service role sends to any topic regardless of policies', async () => {
		const service = clientOf(undefined, app.deps.keys.serviceRoleKey)
		expect((await service.from('letters').insert({ topic: 'closed:s', payload: {} })).status).toBe(201)
		expect(await sent('closed:s')).toBe(1)
	})

	it('a message that cannot be sent never fails the write, and a policy that fails sends nothing', async () => {
		await sql(
			`create policy breaks on realtime.messages as restrictive for insert to authenticated
				with check (realtime.topic() <> 'open:broken' or 1 / (length(topic) - 11) > 0)`,
		)
		const client = await signedIn()
		for (const topic of ['open:broken', '', `open:${'x'.repeat(300)}`]) {
			expect((await client.from('letters').insert({ topic, payload: {} })).status).toBe(201)
			expect(await sent(topic)).toBe(0)
		}
	})

	it('sending a message restores the topic setting that policies read', async () => {
		const [row] = await sql<{ topic: string | null }>(
			`select set_config('realtime.topic', 'mine', false), realtime.send('{}', 'x', 'other'), realtime.topic() as topic`,
		)
		expect(row?.topic).toBe('mine')
	})
})
