import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const topic = 'realtime:talk'

describe('broadcasts on the wire', () => {
	let database: TestDatabase
	let platform: PlatformApp
	const sockets: RealtimeSocket[] = []
	const enter = async (version: string, broadcast: object = {}) => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey, version)
		sockets.push(socket)
		const { ref } = await socket.ask(topic, 'phx_join', { config: { broadcast } })
		return { socket, ref: String(ref) }
	}
	const of = ({ frames }: RealtimeSocket) => frames.items.filter(({ event }) => event === 'broadcast')
	const events = (socket: RealtimeSocket) => of(socket).map(({ payload: { event } }) => event)
	/** Kind 3, as the official client sends every broadcast over 2.0.0. */
	const frame = (ref: string, joinRef: string, event: string, encoding: 0 | 1, body: Buffer) => {
		const names = [joinRef, ref, topic, event, ''].map((name) => Buffer.from(name))
		const lengths = names.map(({ length }) => length)
		return Buffer.concat([Buffer.from([3, ...lengths, encoding]), ...names, body])
	}
	const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
		fetch(`${platform.url}/realtime/v1/api/broadcast${path}`, {
			method: 'POST',
			body,
			headers: { apikey: platform.deps.keys.anonKey, ...headers },
		})

	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(
			database,
			`insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
			values ('old', 'broadcast', 'x', '{}', true, now() - interval '73 hours'),
				('young', 'broadcast', 'x', '{}', true, now() - interval '71 hours')`,
		)
		platform = await openPlatformApp({ REALTIME_PAYLOAD_KB: '1' }, database)
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await platform.close()
		await database.drop()
	})

	it('broadcasts are equal in both protocol versions, and bytes reach sockets of 2.0.0', async () => {
		const old = await enter('1.0.0')
		const young = await enter('2.0.0')
		const speaker = await enter('2.0.0', { ack: true })
		const payload = { n: 12345678901234567890n.toString(), é: 'ü' }
		const json = Buffer.from(JSON.stringify(payload))
		for (const [ref, event, encoding, body] of [
			['71', 'words', 1, json],
			['72', 'bytes', 0, Buffer.from([0, 255])],
			['73', 'end', 1, Buffer.from('{}')],
		] as const) {
			speaker.socket.raw(frame(ref, speaker.ref, event, encoding, body))
			expect((await speaker.socket.reply(ref)).payload).toEqual({ status: 'ok', response: {} })
		}
		for (const { socket } of [old, young]) await socket.find(({ payload: { event } }) => event === 'end')
		expect(of(old.socket)[0]).toEqual({
			joinRef: null,
			ref: null,
			topic,
			event: 'broadcast',
			payload: { type: 'broadcast', event: 'words', payload },
		})
		expect(events(old.socket)).toEqual(['words', 'end'])
		expect(events(young.socket)).toEqual(['words', 'bytes', 'end'])
		expect(of(young.socket)[1]?.payload.bytes).toEqual(Buffer.from([0, 255]))
		expect(of(speaker.socket)).toEqual([])
	})

	it('broadcasts are acknowledged only with the option ack', async () => {
		const speaker = await enter('1.0.0', { self: true })
		const say = (event: string, text: string) =>
			speaker.socket.send(topic, 'broadcast', { type: 'broadcast', event, payload: { text } }, speaker.ref)
		say('long', 'x'.repeat(2000))
		say('short', 'x')
		await speaker.socket.find(({ payload: { event } }) => event === 'short')
		expect(events(speaker.socket)).toEqual(['short'])
		await speaker.socket.ask('phoenix', 'heartbeat', {})
		const replies = speaker.socket.frames.items.filter(({ event }) => event === 'phx_reply')
		expect(replies).toHaveLength(2)
	})

	it('broadcasts are accepted over HTTP as a batch, alone, and as bytes', async () => {
		const { socket } = await enter('2.0.0')
		const messages = ['one', 'two'].map((event) => ({ topic: 'talk', event, payload: { event } }))
		const batch = await post('', JSON.stringify({ messages }), {
			'content-type': 'application/json',
		})
		expect([batch.status, await batch.text()]).toEqual([202, ''])
		const alone = await post('/talk/events/three', '{"a":1}', {
			'content-type': 'application/json',
		})
		expect([alone.status, await alone.text()]).toEqual([202, ''])
		const octets = { 'content-type': 'application/octet-stream' }
		const bytes = await post('/talk/events/four', new Uint8Array([0, 255]), octets)
		expect(bytes.status).toBe(202)
		const last = await socket.find(({ payload: { event } }) => event === 'four')
		expect(last.payload.bytes).toEqual(Buffer.from([0, 255]))
		expect(events(socket)).toEqual(['one', 'two', 'three', 'four'])
		expect(of(socket)[2]?.payload).toEqual({
			type: 'broadcast',
			event: 'three',
			payload: { a: 1 },
		})
	})

	it('an invalid message over HTTP is refused with its problem', async () => {
		for (const messages of [
			[{ topic: 'talk', payload: {} }],
			[{ event: 'x', payload: {} }],
			[{ topic: 'talk', event: 'x' }],
		]) {
			const answer = await post('', JSON.stringify({ messages }))
			expect([answer.status, await answer.json()]).toEqual([422, { errors: expect.any(Object) }])
		}
	})

	it('a message over HTTP that is nested too deeply is refused with a message', async () => {
		const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
		const response = await fetch(`${platform.url}/realtime/v1/api/broadcast`, {
			method: 'POST',
			headers: { apikey: platform.deps.keys.anonKey, 'content-type': 'application/json' },
			body: `{"messages":[{"topic":"a","event":"b","payload":{"x":${nested}}}]}`,
		})
		expect([response.status, await response.json()]).toEqual([
			422,
			{ error: 'is nested too deeply', errors: { payload: ['is nested too deeply'] } },
		])
	})

	it('messages over HTTP are limited to the size of a payload and of a frame', async () => {
		const { socket } = await enter('2.0.0')
		const message = (event: string, text: string) => ({ topic: 'talk', event, payload: { text } })
		const messages = [message('short', 'x'), message('long', 'x'.repeat(2000))]
		const batch = await post('', JSON.stringify({ messages }))
		const refusal = 'Payload size exceeds limit'
		const refused = [422, { error: refusal, errors: { payload: [refusal] } }]
		expect([batch.status, await batch.json()]).toEqual(refused)
		const alone = await post('/talk/events/long', `"${'x'.repeat(2000)}"`)
		expect([alone.status, await alone.json()]).toEqual(refused)
		for (const path of ['', '/talk/events/endless']) {
			const endless = await post(path, 'x'.repeat(5 * 1024 * 1024 + 1))
			expect([endless.status, await endless.json()]).toEqual([413, { error: 'The body is too large' }])
		}
		expect((await post('/talk/events/end', '{}')).status).toBe(202)
		await socket.find(({ payload: { event } }) => event === 'end')
		expect(events(socket)).toEqual(['end'])
	})

	it('unknown paths and methods over HTTP are refused', async () => {
		const ask = async (method: string, path: string) => {
			const headers = { apikey: platform.deps.keys.anonKey }
			const answer = await fetch(`${platform.url}/realtime/v1${path}`, { method, headers })
			const { error } = (await answer.json()) as { error: string }
			return [answer.status, answer.headers.get('allow') ?? answer.headers.get('upgrade'), error]
		}
		for (const path of ['/api/broadcast', '/api/broadcast/talk/events/x'])
			expect(await ask('GET', path)).toEqual([405, 'POST', 'Messages are sent by POST'])
		expect(await ask('GET', '/websocket')).toEqual([426, 'websocket', 'This is the address of a socket'])
		for (const path of ['/nothing', '/api/broadcast/talk', '/api/tenants'])
			expect(await ask('POST', path)).toEqual([404, null, 'There is nothing at this address'])
	})

	it('broadcasts from SQL are private by default and have an id', async () => {
		const { socket } = await enter('2.0.0')
		await asOwner(database, `select realtime.send('{"n":1}', 'hidden', 'talk')`)
		await asOwner(database, `select realtime.send_binary('\\x00ff', 'bytes', 'talk', false)`)
		const told = await socket.find(({ event }) => event === 'broadcast')
		expect(told.payload).toEqual({ event: 'bytes', bytes: Buffer.from([0, 255]) })
		expect(events(socket)).toEqual(['bytes'])
	})

	it('stored messages are deleted after three days', async () => {
		const topics = async () => {
			const rows = await asOwner<{ topic: string }>(
				database,
				`select topic from realtime.messages where topic in ('old', 'young') order by topic`,
			)
			return rows.map((row) => row.topic)
		}
		await expect.poll(topics).toEqual(['young'])
	})
})
