import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#platform/keys/jwt.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'

describe('a socket while a token is verified', () => {
	const maxSockets = 4
	let platform: PlatformApp
	beforeAll(async () => {
		platform = await openPlatformApp({ REALTIME_MAX_SOCKETS: String(maxSockets) })
	})
	afterAll(() => platform.close())

	let made = 0
	/** A key that no cache knows yet. */
	const freshKey = () => signToken({ role: 'anon', jti: String(++made) }, platform.deps.keys.signing)
	const handshake = (key: string) =>
		[
			`GET /realtime/v1/websocket?vsn=2.0.0&apikey=${key} HTTP/1.1`,
			'host: x',
			'connection: upgrade',
			'upgrade: websocket',
			'sec-websocket-version: 13',
			'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
			'\r\n',
		].join('\r\n')
	/** A masked text frame (RFC 6455 §5.2), with a mask of zeros. */
	const frame = (text: string) =>
		Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
	const heartbeat = (ref: number) => frame(JSON.stringify([null, String(ref), 'phoenix', 'heartbeat', {}]))
	const openTcp = () =>
		new Promise<Socket>((resolve) => {
			const { hostname, port } = new URL(platform.url)
			const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket))
			socket.on('error', () => {})
		})

	it('messages that follow a join at once are handled after it, in order', async () => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		const refs: string[] = []
		for (let i = 0; i < 20; i++) {
			const topic = `realtime:order ${i}`
			const join = socket.send(topic, 'phx_join', { access_token: platform.token(randomUUID()) })
			refs.push(socket.send(topic, 'broadcast', { type: 'broadcast', event: 'x', payload: {} }, join))
			refs.push(socket.send('phoenix', 'heartbeat', {}))
		}
		await socket.reply(refs.at(-1) ?? '')
		const replies = socket.frames.items.filter(({ ref }) => refs.includes(String(ref)))
		expect(replies.map(({ ref }) => ref)).toEqual(refs)
		// A message that overtook its join would have found no channel: "unmatched topic".
		const reasons = replies.map(({ payload }) => payload.response?.reason)
		expect([...new Set(reasons)]).toEqual(['not joined', undefined])
		socket.close()
		await socket.closed
	})

	it('a channel that is left at once after its join does not stay', async () => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		for (let i = 0; i < 10; i++) {
			const token = { access_token: platform.token(randomUUID()) }
			const join = socket.send('realtime:left', 'phx_join', token)
			const left = socket.send('realtime:left', 'phx_leave', {}, join)
			expect((await socket.reply(left)).payload.status).toBe('ok')
			const { payload } = await socket.ask('realtime:left', 'access_token', token)
			expect(payload.response?.reason).toBe('unmatched topic')
		}
		socket.close()
		await socket.closed
	})

	it('bytes that come together with the handshake, or while its key is verified, are not lost', async () => {
		for (const isTogether of [true, false]) {
			const socket = await openTcp()
			let heard = ''
			const isAnswered = new Promise<void>((resolve) =>
				socket.on('data', (bytes) => {
					heard += bytes.toString('latin1')
					if (heard.includes('"2"')) resolve()
				}),
			)
			if (isTogether) socket.write(Buffer.concat([Buffer.from(handshake(freshKey())), heartbeat(1), heartbeat(2)]))
			else for (const bytes of [handshake(freshKey()), heartbeat(1), heartbeat(2)]) socket.write(bytes)
			await isAnswered
			expect(heard).toMatch(/^HTTP\/1\.1 101 .*"1".*"2"/s)
			socket.destroy()
		}
	})

	it('clients that leave during the handshake, or during a join, hold no place', async () => {
		for (let i = 0; i < 5 * maxSockets; i++) {
			const socket = await openTcp()
			socket.write(handshake(freshKey()))
			if (i % 2) socket.write(frame(JSON.stringify(['1', '1', 'realtime:gone', 'phx_join', {}])))
			if (i % 3) socket.end()
			else socket.resetAndDestroy()
		}
		await expect
			.poll(async () => {
				const opening = Array.from({ length: maxSockets }, () => openRealtimeSocket(platform.url, freshKey()))
				const opened = await Promise.allSettled(opening)
				for (const one of opened) if (one.status === 'fulfilled') one.value.close()
				return opened.filter(({ status }) => status === 'fulfilled').length
			})
			.toBe(maxSockets)
	})

	it('handshakes at once take no more places than there are', async () => {
		await expect.poll(() => countSockets(platform)).toBe(0)
		const sockets = await Promise.all(Array.from({ length: 3 * maxSockets }, openTcp))
		const statuses = sockets.map(
			(socket) =>
				new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString().slice(9, 12)))),
		)
		const keys = sockets.map(freshKey)
		for (const [i, socket] of sockets.entries()) socket.write(handshake(keys[i] ?? ''))
		const opened = (await Promise.all(statuses)).filter((status) => status === '101')
		expect(opened).toHaveLength(maxSockets)
		for (const socket of sockets) socket.destroy()
	})
})

async function countSockets({ deps }: PlatformApp): Promise<number> {
	return Number(/^plaudit_realtime_sockets (\d+)$/m.exec(await deps.metrics.render())?.[1])
}
