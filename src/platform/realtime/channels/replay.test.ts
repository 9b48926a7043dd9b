import { randomUUID } from 'node:crypto'
import type { RealtimeChannel, RealtimeChannelOptions } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

type Message = {
	event: string
	payload: { n?: number; [key: string]: unknown }
	meta?: { id: string; replayed?: boolean }
}
const ada = randomUUID()

describe('messages that are kept', () => {
	let platform: PlatformApp
	const sql = <Row extends object>(text: string, values: unknown[] = []) =>
		asOwner<Row>(platform.database, text, values)
	const sendFromSql = (topic: string, n: number) =>
		sql(`select realtime.send(jsonb_build_object('n', $2::int), 'tick', $1)`, [topic, n])

	async function enter(
		topic: string,
		broadcast: NonNullable<RealtimeChannelOptions['config']['broadcast']> = {},
		token = platform.token(ada),
	): Promise<{ channel: RealtimeChannel; heard: Inbox<Message> }> {
		const client = platform.client(token)
		await client.realtime.setAuth()
		const heard = new Inbox<Message>()
		const channel = client
			.channel(topic, { config: { private: true, broadcast } })
			.on('broadcast', { event: '*' }, (message) => heard.add(message as unknown as Message))
		await new Promise<void>((resolve, reject) => {
			channel.subscribe((status, error) => {
				if (status === 'SUBSCRIBED') resolve()
				else if (status !== 'CLOSED') reject(error ?? new Error(status))
			})
		})
		return { channel, heard }
	}
	const numbers = ({ items }: Inbox<Message>) => items.map(({ payload }) => payload.n)

	beforeAll(async () => {
		platform = await openPlatformApp({ REALTIME_KEEP_HOURS: '2' })
		await sql(
			`create policy hears on realtime.messages for select to authenticated using (true);
			create policy sends on realtime.messages for insert to authenticated with check (extension = 'broadcast');
			create policy keeps on realtime.messages for insert to authenticated
				with check (extension = 'persistence' and realtime.topic() like 'kept-%')`,
		)
	})
	afterAll(() => platform.close())

	it('a replay has the newest messages, oldest first, each once, before new ones', async () => {
		const before = Date.now() - 1000
		for (const n of [1, 2, 3]) await sendFromSql('news', n)
		const { heard } = await enter('news', { replay: { since: before, limit: 2 } })
		await heard.atLeast(2)
		await sendFromSql('news', 4)
		await heard.atLeast(3)
		expect(numbers(heard)).toEqual([2, 3, 4])
		expect(heard.items[0]).toMatchObject({
			event: 'tick',
			meta: { id: expect.any(String), replayed: true },
		})
		expect(heard.items[2]?.meta).toEqual({ id: heard.items[2]?.payload.id })
		const { heard: later } = await enter('news', { replay: { since: Date.now() + 60_000 } })
		await sendFromSql('news', 5)
		await later.atLeast(1)
		expect(numbers(later)).toEqual([5])
	})

	it('a replay has at most 25 messages, of one private topic', async () => {
		await sql(`select realtime.send(jsonb_build_object('n', n), 'tick', 'many') from generate_series(1, 30) n`)
		await sql(`select realtime.send('{"n": 31}', 'tick', 'many', false)`)
		await sql(`select realtime.send_binary('\\x0102', 'bytes', 'many')`)
		const { heard } = await enter('many', { replay: { since: 0, limit: 1000 } })
		const all = await heard.atLeast(25)
		expect(all).toHaveLength(25)
		const bytes = all.find(({ event }) => event === 'bytes')
		expect(new Uint8Array(bytes?.payload as unknown as ArrayBuffer)).toEqual(new Uint8Array([1, 2]))
		expect(numbers(heard)).not.toContain(31)
	})

	it('messages that a client stores are replayed for the time that it chose', async () => {
		const { channel } = await enter('kept-room', { ack: true })
		const keep = (n: number, persist: true | { ttl: number }) =>
			channel.send({ type: 'broadcast', event: 'note', payload: { n }, persist })
		expect(await channel.send({ type: 'broadcast', event: 'note', payload: { n: 0 } })).toBe('ok')
		expect(await keep(1, true)).toBe('ok')
		expect(await keep(2, { ttl: 3600 })).toBe('ok')
		expect(await keep(3, { ttl: 7201 })).toBe('invalid_persist_ttl')
		expect(await channel.httpSend('note', { n: 4 }, { persist: { ttl: 60 } })).toEqual({
			success: true,
		})
		await expect(channel.httpSend('note', { n: 5 }, { persist: { ttl: 7201 } })).rejects.toThrow(/persist/)
		await sql(`update realtime.messages set expires_at = now() where topic = 'kept-room' and payload ->> 'n' = '2'`)
		const { heard } = await enter('kept-room', { replay: { since: 0 } })
		await heard.atLeast(2)
		expect(numbers(heard)).toEqual([1, 4])
	})

	it('messages are stored only where a policy allows it, and delivered once', async () => {
		const { channel } = await enter('loose-room', { ack: true })
		const listener = await enter('loose-room')
		const persist = true
		expect(await channel.send({ type: 'broadcast', event: 'x', payload: { n: 1 }, persist })).toBe('ok')
		const keeper = await enter('kept-too', { ack: true })
		const hearer = await enter('kept-too')
		await keeper.channel.send({ type: 'broadcast', event: 'x', payload: { n: 2 }, persist })
		await sendFromSql('kept-too', 3)
		await hearer.heard.atLeast(2)
		expect(numbers(hearer.heard)).toEqual([2, 3])
		expect(numbers(listener.heard)).toEqual([1])
		const [row] = await sql<{ count: string }>(`select count(*) from realtime.messages where topic = 'loose-room'`)
		expect(row?.count).toBe('0')
	})

	it('a replay is refused for public channels, invalid options and without the right to read', async () => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		let topics = 0
		const reason = async (config: object, token = platform.token(ada)) => {
			const payload = { config, access_token: token }
			const joined = await socket.ask(`realtime:t${++topics}`, 'phx_join', payload)
			return joined.payload.response?.reason
		}
		const replay = { since: 0 }
		expect(await reason({ broadcast: { replay } })).toBe(
			'UnableToReplayMessages: Replay is not allowed for public channels',
		)
		for (const bad of [7, 'all', { since: 'yesterday' }, { since: 0, limit: 'x' }, { since: 1e99 }])
			expect(await reason({ private: true, broadcast: { replay: bad } })).toBe(
				'UnableToReplayMessages: Replay params are not valid',
			)
		const anon = platform.deps.keys.anonKey
		expect(await reason({ private: true, broadcast: { replay } }, anon)).toMatch(/^Unauthorized: /)
		socket.close()
	})

	it('stored messages have an id, also those of broadcast_changes', async () => {
		await sql(
			`create table public.cards (id int primary key, title text);
			create function public.tell_cards() returns trigger language plpgsql security definer as $$
			begin
				perform realtime.broadcast_changes('cards', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
				return null;
			end $$;
			create trigger tell after insert or update or delete on public.cards for each row execute function public.tell_cards()`,
		)
		const { heard } = await enter('cards')
		await sql(`insert into cards values (1, 'one')`)
		await sql(`update cards set title = 'two'`)
		await sql('delete from cards')
		const row = (title: string) => ({ id: 1, title })
		const common = { id: expect.any(String), schema: 'public', table: 'cards' }
		expect((await heard.atLeast(3)).map(({ event, payload }) => [event, payload])).toEqual([
			['INSERT', { ...common, operation: 'INSERT', record: row('one'), old_record: null }],
			['UPDATE', { ...common, operation: 'UPDATE', record: row('two'), old_record: row('one') }],
			['DELETE', { ...common, operation: 'DELETE', record: null, old_record: row('two') }],
		])
	})
})
