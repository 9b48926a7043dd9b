import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { frames } from '#test/support/realtime/frame-arbitraries.ts'
import { makeNotes } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
/** The codes by which the server may end a socket: it was flooded, a frame was too big or was not UTF-8. */
const goodEnds = [1007, 1008, 1009]

describe('frames of a socket', () => {
	let platform: PlatformApp
	const errors: unknown[] = []

	beforeAll(async () => {
		platform = await openPlatformApp({ REALTIME_MESSAGES_PER_SECOND: '100000' })
		await makeNotes(platform.database)
		await asOwner(
			platform.database,
			`create policy all_read on realtime.messages for select to authenticated using (true);
			create policy all_send on realtime.messages for insert to authenticated with check (true)`,
		)
		platform.deps.log.error = (...words: unknown[]) => errors.push(words)
	})
	afterAll(() => platform.close())

	/** Sends all, then a join, which waits for all joins before it. @returns whether it was answered, or how the socket was closed */
	function send(version: string, sent: readonly (string | Buffer)[]): Promise<'alive' | number> {
		const { keys } = platform.deps
		const address = `${platform.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=${version}`
		const socket = new WebSocket(address)
		const [topic, event, payload] = ['realtime:the end', 'phx_join', {}]
		const last =
			version === '2.0.0'
				? ['end', 'end', topic, event, payload]
				: { topic, event, payload, ref: 'end', join_ref: 'end' }
		return new Promise((resolve, reject) => {
			socket.on('error', reject)
			socket.on('close', resolve)
			socket.on('open', () => {
				for (const data of sent) socket.send(data)
				socket.send(JSON.stringify(last))
			})
			socket.on('message', (data: Buffer) => {
				if (!data.includes('"end"')) return
				socket.removeAllListeners('close')
				socket.close()
				resolve('alive')
			})
		})
	}

	it('random frames are answered or close the socket with a reason, and nothing fails inside', async () => {
		const tokens = [platform.token(ada), platform.token(ada, -10), 'sb_publishable_x', 'x.y.z']
		const property = fc.asyncProperty(
			fc.constantFrom('1.0.0', '2.0.0'),
			fc.array(frames(tokens), { minLength: 1, maxLength: 25 }),
			async (version, sent) => {
				const end = await send(
					version,
					sent.map(({ data }) => data),
				)
				if (end !== 'alive') expect(goodEnds).toContain(end)
				await asOwner(platform.database, 'insert into notes (owner, body) values ($1, $2)', [ada, 'between'])
				expect(errors).toEqual([])
			},
		)
		await fc.assert(property, { numRuns: 60, endOnFailure: true })
	})
})
