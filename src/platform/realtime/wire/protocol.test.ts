import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#platform/keys/jwt.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { makeNotes } from '#test/support/realtime/inbox.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
const notes = { event: '*', schema: 'public', table: 'notes' }

describe('the socket', () => {
	let platform: PlatformApp
	const open = (version?: string) => openRealtimeSocket(platform.url, platform.deps.keys.anonKey, version)
	const join = (bindings: unknown[], seconds?: number) => ({
		config: { postgres_changes: bindings },
		access_token: platform.token(ada, seconds),
	})
	const insert = (body: string) =>
		asOwner(platform.database, 'insert into notes (owner, body) values ($1, $2)', [ada, body])

	beforeAll(async () => {
		platform = await openPlatformApp()
		await makeNotes(platform.database)
	})
	afterAll(() => platform.close())

	it.each(['1.0.0', '2.0.0'])('the socket speaks %s: heartbeat, join, change, leave', async (version) => {
		const socket = await open(version)
		expect(await socket.ask('phoenix', 'heartbeat', {})).toMatchObject({
			payload: { status: 'ok', response: {} },
		})
		const topic = 'realtime:room'
		const joined = await socket.ask(topic, 'phx_join', join([notes]))
		expect(joined.payload).toEqual({
			status: 'ok',
			response: { postgres_changes: [{ ...notes, id: expect.any(Number) }] },
		})
		expect(await socket.find(({ event }) => event === 'system')).toMatchObject({
			topic,
			payload: {
				extension: 'postgres_changes',
				status: 'ok',
				message: 'Subscribed to PostgreSQL',
				channel: 'room',
			},
		})
		await insert(version)
		const change = await socket.find(({ event }) => event === 'postgres_changes')
		expect(change).toMatchObject({
			topic,
			ref: null,
			payload: { data: { type: 'INSERT', record: { body: version }, errors: null } },
		})
		expect(change.payload.data).toMatchObject({
			columns: [
				{ name: 'id', type: 'int8' },
				{ name: 'owner', type: 'uuid' },
				{ name: 'body', type: 'text' },
				{ name: 'amount', type: 'numeric' },
			],
		})
		expect(change.payload.data).not.toHaveProperty('old_record')
		const joinRef = String(joined.ref)
		expect((await socket.ask(topic, 'phx_leave', {}, joinRef)).payload.status).toBe('ok')
		expect(await socket.find(({ event }) => event === 'phx_close')).toMatchObject({
			topic,
			joinRef,
		})
		socket.close()
	})

	it('the reply to a join has its bindings in order, equal ones with one id', async () => {
		const socket = await open()
		const filtered = { ...notes, event: 'UPDATE', filter: 'body=eq.x' }
		const subscriptions = [filtered, notes, null, filtered]
		const { payload } = await socket.ask('realtime:order', 'phx_join', join(subscriptions))
		const list = (payload.response as { postgres_changes: { id: number }[] }).postgres_changes
		expect(list).toMatchObject([filtered, notes, filtered])
		expect(list[0]?.id).toBe(list[2]?.id)
		expect(list[0]?.id).not.toBe(list[1]?.id)
		socket.close()
	})

	it('the reply to a join repeats each binding as it was sent', async () => {
		const socket = await open()
		const subscriptions = [
			{ ...notes, select: 'id,body', filter: null },
			{ schema: 'public', table: 'notes', comment: [1] },
		]
		const { payload } = await socket.ask('realtime:echo', 'phx_join', join(subscriptions))
		expect(payload.response).toEqual({
			postgres_changes: subscriptions.map((subscription) => ({ ...subscription, id: expect.any(Number) })),
		})
		socket.close()
	})

	it('a handshake with an invalid key, an unknown version or another path is refused', async () => {
		const status = async (path: string) => {
			const headers = { connection: 'upgrade', upgrade: 'websocket' }
			const { default: http } = await import('node:http')
			return new Promise<[number | undefined, string]>((resolve) => {
				http
					.request(`${platform.url}${path}`, { headers }, async (answer) => {
						const body = await answer.toArray()
						resolve([answer.statusCode, Buffer.concat(body).toString()])
					})
					.end()
			})
		}
		const at = '/realtime/v1/websocket'
		const key = platform.deps.keys.anonKey
		expect(await status(at)).toEqual([401, '{"error":"No API key found in request"}'])
		expect(await status(`${at}?apikey=nonsense`)).toEqual([401, '{"error":"Invalid API key"}'])
		const user = platform.token(ada)
		expect((await status(`${at}?apikey=${user}`))[0]).toBe(401)
		const exp = Math.floor(Date.now() / 1000)
		const keys: Record<string, unknown>[] = [{ role: 'anon', exp: exp - 60 }, { exp: exp + 60 }]
		for (const claims of [...keys, { role: 'postgres', exp: exp + 60 }]) {
			const signed = signToken(claims, platform.deps.keys.signing)
			expect((await status(`${at}?apikey=${signed}`))[0]).toBe(401)
		}
		expect((await status(`${at}?apikey=${key.slice(0, -6)}AAAAAA`))[0]).toBe(401)
		expect((await status(`${at}?apikey=${key}&vsn=9.0.0`))[0]).toBe(400)
		expect((await status(`/elsewhere?apikey=${key}`))[0]).toBe(404)
	})

	it('a refused join has a reason', async () => {
		const socket = await open()
		const reason = async (topic: string, payload: unknown) =>
			(await socket.ask(topic, 'phx_join', payload)).payload.response?.reason
		expect(await reason('realtime:', {})).toMatch(/^TopicNameRequired: /)
		expect(await reason('other:x', {})).toBe('unmatched topic')
		expect(await reason('realtime:a', join([], -5))).toBe('InvalidJWTToken: Token has expired')
		expect(await reason('realtime:a', { access_token: 'x.y.z' })).toMatch(/^InvalidJWTToken: /)
		const endless = signToken({ sub: ada, role: 'authenticated' }, platform.deps.keys.signing)
		expect(await reason('realtime:a', { access_token: endless })).toBe(
			'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
		)
		expect(await reason('realtime:a', { config: { private: true } })).toBe(
			'Unauthorized: You do not have permissions to read from this Channel topic: a',
		)
		const foreign = await socket.ask('realtime:never-joined', 'broadcast', {})
		expect(foreign.payload).toMatchObject({ status: 'error' })
		socket.close()
	})

	it('an invalid binding is reported, and the join succeeds unless it waits', async () => {
		const socket = await open()
		let room = 0
		const problem = async (subscription: object) => {
			const topic = `realtime:changes-${++room}`
			const joined = await socket.ask(topic, 'phx_join', join([subscription]))
			expect(joined.payload.status).toBe('ok')
			const told = await socket.find(({ topic: at, event }) => at === topic && event === 'system')
			expect(told.payload).toMatchObject({ extension: 'postgres_changes', status: 'error' })
			return told.payload.message
		}
		expect(await problem({ ...notes, table: 'nothing' })).toMatch(/^Unable to subscribe to changes/)
		expect(await problem({ ...notes, filter: 'nope=eq.1' })).toBe('invalid column for filter nope')
		expect(await problem({ ...notes, filter: 'secret=eq.1' })).toBe('invalid column for filter secret')
		expect(await problem({ ...notes, filter: 'id=eq.x' })).toMatch(/^invalid value for filter id/)
		expect(await problem({ ...notes, filter: 'id' })).toMatch(/^failed to parse filter/)
		expect(await problem({ ...notes, select: ['id', 'secret'] })).toMatch(/^invalid column for select/)
		const config = {
			postgres_changes: [{ ...notes, table: 'x' }],
			postgres_changes_options: { wait: true },
		}
		const waited = await socket.ask('realtime:waited', 'phx_join', { config })
		expect(waited.payload.response?.reason).toMatch(/^RealtimeDisabledForConfiguration: /)
		socket.close()
	})

	it('a channel closes when its token expires, unless it gets a new one', async () => {
		const socket = await open()
		await socket.ask('realtime:short', 'phx_join', join([notes], 2))
		const renewed = await socket.ask('realtime:renewed', 'phx_join', join([notes], 2))
		const fresh = { access_token: platform.token(ada, 60) }
		socket.send('realtime:renewed', 'access_token', fresh, String(renewed.ref))
		const told = await socket.find(({ payload }) => payload.message === 'Token has expired')
		expect(told).toMatchObject({
			topic: 'realtime:short',
			payload: { extension: 'system', status: 'error' },
		})
		await socket.find(({ event, topic }) => event === 'phx_close' && topic === 'realtime:short')
		await insert('after')
		const change = await socket.find(({ event }) => event === 'postgres_changes')
		expect(change.topic).toBe('realtime:renewed')
		socket.close()
	})

	it('a forged token closes the channel', async () => {
		const socket = await open()
		const { ref } = await socket.ask('realtime:forged', 'phx_join', join([notes]))
		const token = `${platform.token(ada).slice(0, -4)}AAAA`
		socket.send('realtime:forged', 'access_token', { access_token: token }, String(ref))
		await socket.find(({ event, topic }) => event === 'phx_close' && topic === 'realtime:forged')
		socket.close()
	})

	it('a second join of a topic replaces the first', async () => {
		const socket = await open()
		await socket.ask('realtime:again', 'phx_join', join([notes]))
		await socket.ask('realtime:again', 'phx_join', join([notes]))
		await insert('once')
		await socket.find(({ event }) => event === 'postgres_changes')
		await socket.ask('phoenix', 'heartbeat', {})
		expect(socket.frames.items.filter(({ event }) => event === 'postgres_changes')).toHaveLength(1)
		socket.close()
	})

	it('frames that are no messages are ignored', async () => {
		const socket = await open()
		for (const frame of ['', '{', '[]', 'null', '[1,2,3,4,5]', '{"topic":1}', Buffer.from([3, 255]), Buffer.alloc(0)])
			socket.raw(frame)
		expect((await socket.ask('phoenix', 'heartbeat', {})).payload.status).toBe('ok')
		socket.close()
	})
})
