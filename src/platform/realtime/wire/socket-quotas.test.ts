import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { makeNotes } from '#test/support/realtime/inbox.ts'
import { type Frame, openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const ada = randomUUID()

describe('quotas of the socket', () => {
	let database: TestDatabase
	let platform: PlatformApp
	let sockets: RealtimeSocket[] = []
	const start = async (settings: Record<string, string> = {}) => {
		platform = await openPlatformApp(settings, database)
	}
	const open = async (version?: string) => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey, version)
		sockets.push(socket)
		return socket
	}
	const join = async (socket: RealtimeSocket, topic: string, config: object = {}) => {
		const { ref, payload } = await socket.ask(topic, 'phx_join', { config })
		return { ref: String(ref), reason: payload.response?.reason }
	}
	const say = (payload: unknown) => ({ type: 'broadcast', event: 'x', payload })
	const handshake = (query: string) =>
		new Promise<[number | undefined, string]>((resolve, reject) => {
			const headers = { connection: 'upgrade', upgrade: 'websocket' }
			const path = `${platform.url}/realtime/v1/websocket?${query}`
			const request = http.request(path, { headers }, async (answer) => {
				const body = Buffer.concat(await answer.toArray()).toString()
				resolve([answer.statusCode, body])
			})
			request.on('error', reject).end()
		})

	beforeAll(async () => {
		database = await createTestDatabase()
		await makeNotes(database)
		return () => database.drop()
	})
	/** No window ends while a slow machine spends what one has. */
	const holdTheClock = () => vi.useFakeTimers({ toFake: ['Date'] })
	afterEach(async () => {
		vi.useRealTimers()
		for (const socket of sockets) socket.close()
		sockets = []
		await platform.close()
	})

	it('a key with characters that no header allows is refused', async () => {
		await start()
		for (const key of ['a%0ab', 'a%00b', '%E2%98%83', '%ff']) expect((await handshake(`apikey=${key}`))[0]).toBe(401)
		const socket = await open()
		const odd = { access_token: 'a\nb' }
		const { payload } = await socket.ask('realtime:x', 'phx_join', odd)
		expect(payload.response?.reason).toMatch(/^MalformedJWT: /)
	})

	it('a refused handshake frees its socket although the client keeps it open', async () => {
		await start()
		const { hostname, port } = new URL(platform.url)
		const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
		const isOver = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
		socket.on('error', () => {})
		socket.write('GET /realtime/v1/websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
		const heard = new Promise((resolve) => socket.once('end', resolve))
		socket.resume()
		await heard
		// Only a server that is done with the connection says no to what comes after.
		const goOn = setInterval(() => socket.write('x'), 20)
		expect(await isOver).toBe(true)
		clearInterval(goOn)
	})

	it('sockets, channels and joins are limited', async () => {
		await start({
			REALTIME_MAX_SOCKETS: '2',
			REALTIME_CHANNELS_PER_SOCKET: '2',
			REALTIME_JOINS_PER_SECOND: '4',
		})
		holdTheClock()
		const [socket] = [await open(), await open()]
		expect(await handshake(`apikey=${platform.deps.keys.anonKey}`)).toEqual([
			429,
			'{"error":"Too many connected users"}',
		])
		expect((await join(socket, 'realtime:1')).reason).toBeUndefined()
		expect((await join(socket, 'realtime:2')).reason).toBeUndefined()
		expect((await join(socket, 'realtime:3')).reason).toBe('ChannelRateLimitReached: Too many channels')
		expect((await join(socket, 'realtime:1')).reason).toBeUndefined()
		expect((await join(socket, 'realtime:1')).reason).toBe('ClientJoinRateLimitReached: Too many joins per second')
	})

	it('an idle socket is closed', async () => {
		await start({ REALTIME_IDLE_SECONDS: '1' })
		expect(await (await open()).closed).toBe(1006)
	})

	it('public channels can be disabled', async () => {
		await start({ REALTIME_PRIVATE_ONLY: 'on' })
		const socket = await open()
		expect((await join(socket, 'realtime:open')).reason).toBe('PrivateOnly: This project only allows private channels')
	})

	it('a payload that is too large is refused, and a frame that is too large closes the socket', async () => {
		await start({ REALTIME_PAYLOAD_KB: '10' })
		const socket = await open('1.0.0')
		const { ref } = await join(socket, 'realtime:long', { broadcast: { ack: true, self: true } })
		const long = await socket.ask('realtime:long', 'broadcast', say('x'.repeat(10_240)), ref)
		expect(long.payload).toMatchObject({ response: { error: 'payload_size_exceeded' } })
		const fits = await socket.ask('realtime:long', 'broadcast', say('x'.repeat(10_000)), ref)
		expect(fits.payload.status).toBe('ok')
		const track = { event: 'track', payload: { text: 'x'.repeat(70_000) } }
		socket.send('realtime:long', 'presence', track, ref)
		const told = await socket.find(({ event }) => event === 'system')
		expect(told.payload.message).toBe('Track message size exceeded')
		socket.raw('x'.repeat(5 * 1024 * 1024 + 1))
		expect(await socket.closed).toBe(1009)
	})

	it('presence has its own rate limit and takes objects alone', async () => {
		await start({ REALTIME_TRACKS_PER_HALF_MINUTE: '3' })
		holdTheClock()
		const socket = await open()
		const { ref } = await join(socket, 'realtime:hall')
		const track = (payload: unknown, event = 'track') =>
			socket.ask('realtime:hall', 'presence', { event, payload }, ref)
		expect((await track([1])).payload.response?.reason).toMatch(/must be a map/)
		expect((await track({}, 'dance')).payload.status).toBe('error')
		expect((await track({ a: 1 }, 'TRACK')).payload.status).toBe('ok')
		// No one had asked to hear of presence: tracking does.
		const { payload } = await socket.find(({ event }) => event === 'presence_state')
		expect(Object.values(payload)).toMatchObject([{ metas: [{ a: 1 }] }])
		expect((await track({ a: 1 })).payload.status).toBe('ok')
		socket.send('realtime:hall', 'presence', { event: 'track', payload: { a: 2 } }, ref)
		const told = await socket.find(({ event }) => event === 'system')
		expect(told.payload.message).toBe('Client presence rate limit exceeded')
		expect(socket.frames.items.filter(({ event }) => event === 'presence_diff')).toHaveLength(0)
	})

	it('presence over the node’s rate is refused, and a socket over its share is closed', async () => {
		await start({ REALTIME_PRESENCE_PER_SECOND: '10' })
		holdTheClock()
		const people = await Promise.all(Array.from({ length: 4 }, () => open()))
		const refs = await Promise.all(people.map(async (one) => (await join(one, 'realtime:hall')).ref))
		const leave = (i: number) =>
			people[i]?.ask('realtime:hall', 'presence', { event: 'untrack' }, refs[i]) as Promise<Frame>
		const answers = await Promise.all([0, 1, 2, 3].flatMap((i) => [i, i, i, i]).map(leave))
		expect(answers.map(({ payload }) => payload.response?.reason)).toContain('Too many presence messages per second')
		expect(people.flatMap(({ frames }) => frames.items.map(({ event }) => event))).not.toContain('phx_close')
		for (let i = 0; i < 20; i++) people[0]?.send('realtime:hall', 'presence', { event: 'untrack' }, refs[0])
		await people[0]?.find(({ event }) => event === 'phx_close')
	})

	it('a client may track five times in half a minute, and untrack without limit', async () => {
		await start({ RATE_LIMITS: 'on' })
		holdTheClock()
		const socket = await open()
		const { ref } = await join(socket, 'realtime:stairs')
		const say = (event: string, payload: object = {}) =>
			socket.send('realtime:stairs', 'presence', { event, payload }, ref)
		for (let n = 1; n <= 5; n++) {
			expect((await socket.reply(say('track', { n }))).payload.status).toBe('ok')
			expect((await socket.reply(say('untrack'))).payload.status).toBe('ok')
		}
		say('track', { n: 6 })
		const told = await socket.find(({ event }) => event === 'system')
		expect(told.payload.message).toBe('Client presence rate limit exceeded')
		await socket.find(({ event }) => event === 'phx_close')
	})

	it('RATE_LIMITS=off lifts all rates', async () => {
		await start()
		const socket = await open()
		const { ref } = await join(socket, 'realtime:tests', { broadcast: { ack: true } })
		const track = (n: number) => socket.ask('realtime:tests', 'presence', { event: 'track', payload: { n } }, ref)
		for (let n = 1; n <= 8; n++) expect((await track(n)).payload.status).toBe('ok')
		const sent = Array.from({ length: 400 }, (_, n) => socket.ask('realtime:tests', 'broadcast', say(n), ref))
		expect(new Set((await Promise.all(sent)).map(({ payload }) => payload.status))).toEqual(new Set(['ok']))
	})

	it('too many messages close the channels, and far too many the socket', async () => {
		await start({ REALTIME_MESSAGES_PER_SECOND: '20' })
		holdTheClock()
		const socket = await open()
		await join(socket, 'realtime:calm')
		for (let i = 0; i < 40; i++) socket.raw('nonsense')
		const told = await socket.find(({ event }) => event === 'system')
		expect(told.payload.message).toBe('Too many messages per second')
		for (let i = 0; i < 200; i++) socket.raw('nonsense')
		expect(await socket.closed).toBe(1008)
	})

	it('a client that stops reading is disconnected, and the others are served', async () => {
		await start({ REALTIME_BACKLOG_MB: '1' })
		const slow = await open()
		await join(slow, 'realtime:crowd')
		const reader = await open()
		await join(reader, 'realtime:crowd')
		const speaker = await open('1.0.0')
		const { ref } = await join(speaker, 'realtime:crowd', { broadcast: { ack: true } })
		slow.stopReading()
		const text = 'x'.repeat(500_000)
		// Who is as fast as the speaker keeps nothing waiting.
		const tell = async (payload: string) => {
			const before = reader.frames.items.length
			await speaker.ask('realtime:crowd', 'broadcast', say(payload), ref)
			await reader.frames.atLeast(before + 1)
		}
		for (let i = 0; i < 40; i++) await tell(text)
		slow.readOn()
		expect(await slow.closed).toBe(1006)
		await tell('y')
	})

	it('messages over HTTP are limited', async () => {
		await start({ REALTIME_HTTP_MESSAGES_PER_SECOND: '3', REALTIME_PAYLOAD_KB: '1' })
		holdTheClock()
		const { anonKey: apikey } = platform.deps.keys
		const send = (path: string, body: string, type = 'application/json') =>
			fetch(`${platform.url}/realtime/v1/api/broadcast${path}`, {
				method: 'POST',
				body,
				headers: { apikey, 'content-type': type },
			})
		const tooLong = 'x'.repeat(1025)
		expect((await send('/t/events/e', tooLong, 'application/octet-stream')).status).toBe(422)
		expect((await send('/t/events/e', '{')).status).toBe(422)
		expect((await send(`/${'t'.repeat(256)}/events/e`, '{}')).status).toBe(422)
		expect((await send('/a%00b/events/e', '{}')).status).toBe(422)
		expect((await send('/t/events/e', '{}')).status).toBe(202)
		const message = { topic: 't', event: 'e', payload: {} }
		const batch = JSON.stringify({ messages: [message, message, message] })
		expect((await send('', batch)).status).toBe(429)
	})

	it('a filter that takes too long is dropped with an error, and the others are served', async () => {
		await start()
		await asOwner(database, `alter table notes disable row level security; grant select on notes to anon`)
		const binding = (filter?: string) => ({ event: '*', schema: 'public', table: 'notes', filter })
		const bad = await open()
		const hostile = '(x*)(x*)(x*)(x*)(x*)\\1\\2\\3\\4\\5y(z|y|\\1)'
		await join(bad, 'realtime:bad', {
			postgres_changes: [binding(`body=match."${hostile.replaceAll('\\', '\\\\')}"`)],
		})
		const good = await open()
		await join(good, 'realtime:good', { postgres_changes: [binding('body=match.^x')] })
		await asOwner(database, 'insert into notes (owner, body) values ($1, $2)', [ada, `${'x'.repeat(3000)}y`])
		await good.find(({ event }) => event === 'postgres_changes')
		const told = await bad.find(({ payload: { status } }) => status === 'error')
		expect(told.payload).toMatchObject({
			extension: 'postgres_changes',
			message: 'The filter failed or took too long, it was given up',
		})
	})
})
