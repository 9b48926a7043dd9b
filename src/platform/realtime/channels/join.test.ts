import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { makeNotes } from '#test/support/realtime/inbox.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()

describe('a join', () => {
	let platform: PlatformApp
	const sockets: RealtimeSocket[] = []
	const open = async (key = platform.deps.keys.anonKey) => {
		const socket = await openRealtimeSocket(platform.url, key)
		sockets.push(socket)
		return socket
	}
	const keyOf = (start: string) =>
		[...platform.deps.keys.roleByApiKey.keys()].find((key) => key.startsWith(start)) ?? ''
	/** The messages for a topic up to now, in order. */
	const heard = async (socket: RealtimeSocket, topic: string) => {
		await socket.ask('phoenix', 'heartbeat', {})
		const own = socket.frames.items.filter((frame) => frame.topic === topic)
		return own.map(({ event, payload }) => [event, payload])
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
		await makeNotes(platform.database)
		await asOwner(platform.database, 'grant select on public.notes to service_role')
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await platform.close()
	})

	it('a join without a config receives broadcasts alone', async () => {
		const socket = await open()
		for (const [topic, payload] of [
			['realtime:bare', {}],
			['realtime:empty', { config: {} }],
			['realtime:null', null],
		] as const) {
			await socket.ask(topic, 'phx_join', payload)
			const sent = { type: 'broadcast', event: 'x', payload: { n: 1 } }
			const other = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
			sockets.push(other)
			const joined = await other.ask(topic, 'phx_join', {})
			other.send(topic, 'broadcast', sent, String(joined.ref))
			await socket.find((frame) => frame.topic === topic && frame.event === 'broadcast')
			const [reply] = await heard(socket, topic)
			expect(reply).toEqual(['phx_reply', { status: 'ok', response: {} }])
		}
	})

	it('a join may have options as texts, and its presence key as a number', async () => {
		const socket = await open()
		const config = {
			broadcast: { ack: 'true', self: 'true' },
			presence: { enabled: 'true', key: 7 },
			private: 'false',
		}
		const topic = 'realtime:words'
		const { ref } = await socket.ask(topic, 'phx_join', { config })
		expect(await socket.find(({ event }) => event === 'presence_state')).toMatchObject({
			topic,
			payload: {},
		})
		const message = { type: 'broadcast', event: 'x', payload: {} }
		const sent = await socket.ask(topic, 'broadcast', message, String(ref))
		expect(sent.payload).toEqual({ status: 'ok', response: {} })
		await socket.find(({ event }) => event === 'broadcast')
		const senseless = await socket.ask(topic, 'broadcast', { type: 'broadcast' }, String(ref))
		expect(senseless.payload).toMatchObject({ response: { error: 'invalid_payload' } })
		socket.send(topic, 'presence', { event: 'track', payload: {} }, String(ref))
		const { payload } = await socket.find(({ event }) => event === 'presence_diff')
		expect(payload).toMatchObject({ joins: { 7: { metas: [{}] } } })
	})

	it('a join is answered first, then with its subscription status, then with the presence state', async () => {
		const socket = await open()
		const subscription = { event: '*', schema: 'public', table: 'notes' }
		const config = { postgres_changes: [subscription], presence: { enabled: true } }
		const topic = 'realtime:order'
		const { payload } = await socket.ask(topic, 'phx_join', { config })
		const { postgres_changes: [only] = [] } = payload.response as { postgres_changes?: object[] }
		expect(only).toEqual({ ...subscription, id: expect.any(Number) })
		expect(only).not.toHaveProperty('id', 0)
		expect((await heard(socket, topic)).map(([event]) => event)).toEqual(['phx_reply', 'system', 'presence_state'])
	})

	it('a join has the identity of the socket’s key, also of an opaque one', async () => {
		const subscription = { event: '*', schema: 'public', table: 'notes', filter: 'secret=eq.s' }
		const config = { postgres_changes: [subscription] }
		const secret = await open(keyOf('sb_secret_'))
		const publishable = await open(keyOf('sb_publishable_'))
		const told = async (socket: RealtimeSocket, access_token?: string) => {
			const topic = `realtime:${randomUUID()}`
			await socket.ask(topic, 'phx_join', { config, access_token })
			const system = await socket.find((frame) => frame.topic === topic && frame.event === 'system')
			return system.payload.status
		}
		expect(await told(secret)).toBe('ok')
		// An opaque key in the place of a token means the key of the socket, not its own.
		expect(await told(publishable, keyOf('sb_secret_'))).toBe('error')
		expect(await told(publishable)).toBe('error')
	})

	it('a channel ignores its own token, and a missing one', async () => {
		const socket = await open()
		const topic = 'realtime:same'
		const token = platform.token(ada)
		const { ref } = await socket.ask(topic, 'phx_join', { access_token: token })
		for (const access_token of [token, null]) socket.send(topic, 'access_token', { access_token }, String(ref))
		socket.send(topic, 'access_token', {}, String(ref))
		expect((await heard(socket, topic)).map(([event]) => event)).toEqual(['phx_reply'])
	})
})
