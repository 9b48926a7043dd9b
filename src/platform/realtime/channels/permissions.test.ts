import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

const [ada, bob] = [randomUUID(), randomUUID()]

describe('a private channel', () => {
	let platform: PlatformApp
	const sockets: RealtimeSocket[] = []
	const open = async (headers: Record<string, string> = {}) => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey, '2.0.0', headers)
		sockets.push(socket)
		return socket
	}
	const payload = (token: string, config: object = {}) => ({
		config: { private: true, broadcast: { ack: true }, presence: { enabled: true }, ...config },
		access_token: token,
	})
	const join = async (socket: RealtimeSocket, topic: string, token: string, config?: object) => {
		const joined = await socket.ask(topic, 'phx_join', payload(token, config))
		return { ref: String(joined.ref), ...joined.payload }
	}
	const say = (event: string) => ({ type: 'broadcast', event, payload: {} })
	const events = (socket: RealtimeSocket) =>
		socket.frames.items.filter(({ event }) => event === 'broadcast').map(({ payload: { event } }) => event)

	beforeAll(async () => {
		platform = await openPlatformApp({ REALTIME_RECHECK_SECONDS: '1' })
		await asOwner(
			platform.database,
			`create table public.guests (topic text, guest uuid, primary key (topic, guest));
			alter table public.guests enable row level security;
			grant select on public.guests to authenticated;
			create policy own on public.guests for select to authenticated using (guest = auth.uid());
			create policy guests_read on realtime.messages for select to authenticated
				using (exists (select from public.guests g where g.topic = realtime.topic()));
			create policy guests_send on realtime.messages for insert to authenticated
				with check (extension <> 'persistence' and exists (select from public.guests g where g.topic = realtime.topic()));
			create policy hearers on realtime.messages for select to authenticated
				using (realtime.topic() = 'stage' and extension = 'broadcast');
			create policy by_header on realtime.messages for select to anon
				using (realtime.topic() = 'lobby'
					and current_setting('request.headers', true)::jsonb ->> 'x-badge' = 'blue')`,
		)
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await platform.close()
	})
	const invite = (topic: string, guest: string) =>
		asOwner(platform.database, 'insert into guests values ($1, $2)', [topic, guest])

	it('a private channel takes no message before its rights are known', async () => {
		await invite('vault', ada)
		const inside = await open()
		await join(inside, 'realtime:vault', platform.token(ada))
		const outside = await open()
		const ref = outside.send('realtime:vault', 'phx_join', payload(platform.token(bob)))
		outside.send('realtime:vault', 'broadcast', say('smuggled'), ref)
		outside.send('realtime:vault', 'presence', { event: 'track', payload: {} }, ref)
		const reply = await outside.reply(ref)
		expect(reply.payload.response?.reason).toMatch(/^Unauthorized: /)
		const friend = await open()
		const { ref: friendRef } = await join(friend, 'realtime:vault', platform.token(ada))
		await friend.ask('realtime:vault', 'broadcast', say('proper'), friendRef)
		await inside.find(({ event }) => event === 'broadcast')
		expect(events(inside)).toEqual(['proper'])
		expect(inside.frames.items.filter(({ event }) => event === 'presence_diff')).toEqual([])
	})

	it('a private channel may be read-only, which the acknowledgement of a message says', async () => {
		const socket = await open()
		const { ref, status } = await join(socket, 'realtime:stage', platform.token(bob))
		expect(status).toBe('ok')
		const sent = await socket.ask('realtime:stage', 'broadcast', say('x'), ref)
		expect(sent.payload).toMatchObject({ status: 'error', response: { error: 'unauthorized' } })
		const tracked = await socket.ask('realtime:stage', 'presence', { event: 'track' }, ref)
		expect(tracked.payload).toMatchObject({ status: 'error' })
		expect(socket.frames.items.filter(({ event }) => event === 'presence_state')).toEqual([])
	})

	it('policies of a private channel can read the headers of the handshake', async () => {
		const config = { private: true }
		const plain = await (await open()).ask('realtime:lobby', 'phx_join', { config })
		expect(plain.payload.status).toBe('error')
		const badged = await open({ 'x-badge': 'blue' })
		expect((await badged.ask('realtime:lobby', 'phx_join', { config })).payload.status).toBe('ok')
	})

	it('a private channel ends with a token that may not read it, and continues with one that may', async () => {
		await invite('den', ada)
		const socket = await open()
		const { ref } = await join(socket, 'realtime:den', platform.token(ada))
		socket.send('realtime:den', 'access_token', { access_token: platform.token(ada, 900) }, ref)
		const sent = await socket.ask('realtime:den', 'broadcast', say('still here'), ref)
		expect(sent.payload.status).toBe('ok')
		socket.send('realtime:den', 'access_token', { access_token: platform.token(bob) }, ref)
		const told = await socket.find(({ event }) => event === 'system')
		expect(told.payload.message).toBe('You no longer have permission to read from this Channel topic: den')
		await socket.find(({ event }) => event === 'phx_close')
	})

	it('a private channel ends soon after the right to read it is lost', async () => {
		await invite('cellar', ada)
		const socket = await open()
		await join(socket, 'realtime:cellar', platform.token(ada))
		await asOwner(platform.database, `delete from guests where topic = 'cellar'`)
		await socket.find(({ event }) => event === 'phx_close')
	})

	it('a private channel ends when the client signs out and sends its key', async () => {
		await invite('study', ada)
		const socket = await open()
		const { ref } = await join(socket, 'realtime:study', platform.token(ada))
		const keys = [...platform.deps.keys.roleByApiKey.keys()]
		const key = keys.find((one) => one.startsWith('sb_publishable_'))
		socket.send('realtime:study', 'access_token', { access_token: key }, ref)
		await socket.find(({ event }) => event === 'phx_close')
	})

	it('a token that arrives during a join replaces the earlier one', async () => {
		await invite('attic', bob)
		const socket = await open()
		let ref = ''
		socket.together(() => {
			ref = socket.send('realtime:attic', 'phx_join', payload(platform.token(ada)))
			socket.send('realtime:attic', 'access_token', { access_token: platform.token(bob) }, ref)
		})
		expect((await socket.reply(ref)).payload.status).toBe('ok')
	})

	it('a private channel receives no changes of tables that its newest role may not read', async () => {
		await asOwner(
			platform.database,
			`create table public.ledger (id int primary key, secret text, body text);
			grant select (id, body) on public.ledger to authenticated;
			grant select on public.ledger to service_role;
			alter publication supabase_realtime add table public.ledger`,
		)
		const socket = await open()
		const binding = { event: '*', schema: 'public', table: 'ledger', filter: 'secret=eq.x' }
		const config = { private: false, postgres_changes: [binding] }
		const { ref } = await join(socket, 'realtime:books', platform.deps.keys.serviceRoleKey, config)
		socket.send('realtime:books', 'access_token', { access_token: platform.token(ada) }, ref)
		const told = await socket.find(({ payload: { status } }) => status === 'error')
		expect(told.payload.message).toBe('invalid column for filter secret')
		const other = await open()
		await join(other, 'realtime:all', platform.token(ada), {
			private: false,
			postgres_changes: [{ event: '*', schema: 'public', table: 'ledger' }],
		})
		await asOwner(platform.database, `insert into ledger values (1, 'x', 'y')`)
		await other.find(({ event }) => event === 'postgres_changes')
		expect(socket.frames.items.some(({ event }) => event === 'postgres_changes')).toBe(false)
	})
})
