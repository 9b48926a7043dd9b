import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { type Frame, openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'

type Meta = { phx_ref: string; phx_ref_prev?: string; [key: string]: unknown }
type Shown = Record<string, { metas: Meta[] }>
type Diff = { joins: Shown; leaves: Shown }

describe('presence on the wire, on two nodes', () => {
	let here: PlatformApp
	let there: PlatformApp
	const sockets: RealtimeSocket[] = []
	/** Joins and gives what one says and hears in a room. */
	async function enter(platform: PlatformApp, name: string, presence: object) {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		sockets.push(socket)
		const topic = `realtime:${name}`
		const { ref } = await socket.ask(topic, 'phx_join', { config: { presence } })
		let seen = 0
		return {
			socket,
			say: (event: string, payload: object = {}) =>
				socket.ask(topic, 'presence', { type: 'presence', event, payload }, String(ref)),
			state: async () => (await socket.find(({ event }) => event === 'presence_state')).payload as unknown as Shown,
			/** The next one that came, or comes. */
			async diff(): Promise<Diff> {
				const isDiff = ({ event }: Frame) => event === 'presence_diff'
				const diffs = () => socket.frames.items.filter(isDiff)
				while (diffs().length <= seen) await socket.frames.atLeast(socket.frames.items.length + 1)
				return diffs()[seen++]?.payload as unknown as Diff
			},
		}
	}

	beforeAll(async () => {
		here = await openPlatformApp()
		there = await openPlatformApp({}, here.database)
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await there.close()
		await here.close()
	})

	it('presence reports joins, updates and leaves, each with a reference', async () => {
		const ann = await enter(here, 'hall', { enabled: true, key: 'ann' })
		const ben = await enter(there, 'hall', { enabled: true, key: 'ben' })
		expect(await ann.state()).toEqual({})
		expect((await ann.say('track', { mood: 'calm' })).payload).toEqual({
			status: 'ok',
			response: {},
		})
		const meta = { mood: 'calm', phx_ref: expect.any(String) }
		const came = await ben.diff()
		expect(came).toEqual({ joins: { ann: { metas: [meta] } }, leaves: {} })
		const first = came.joins.ann?.metas[0]

		await ann.say('track', { mood: 'wild' })
		const changed = await ben.diff()
		expect(changed.leaves).toEqual({ ann: { metas: [first] } })
		expect(changed.joins.ann?.metas).toEqual([
			{ mood: 'wild', phx_ref: expect.any(String), phx_ref_prev: first?.phx_ref },
		])
		expect(changed.joins.ann?.metas[0]?.phx_ref).not.toBe(first?.phx_ref)

		await ann.say('untrack')
		const gone = await ben.diff()
		expect(gone.joins).toEqual({})
		expect(gone.leaves.ann?.metas).toHaveLength(1)
	})

	it('a new member receives all others grouped by key, and a closed socket leaves all topics', async () => {
		const [one, two] = [
			await enter(here, 'room', { enabled: true, key: 'ann' }),
			await enter(there, 'room', { enabled: true, key: 'ann' }),
		]
		await one.say('track', { device: 'phone' })
		await two.say('track', { device: 'desk' })
		for (const person of [one, two]) {
			let known = 0
			while (known < 2) known += (await person.diff()).joins.ann?.metas.length ?? 0
		}
		const late = await enter(here, 'room', { enabled: true })
		const { ann } = await late.state()
		expect(ann?.metas.map(({ device }) => device).sort()).toEqual(['desk', 'phone'])
		two.socket.close()
		expect((await late.diff()).leaves.ann?.metas).toMatchObject([{ device: 'desk' }])
	})

	it('a member without a key gets one, and tracking turns presence on', async () => {
		const watcher = await enter(here, 'yard', { enabled: true })
		const shy = await enter(here, 'yard', {})
		await shy.say('track', { a: 1 })
		const [key] = Object.keys((await watcher.diff()).joins)
		expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
		await watcher.say('track', { b: 2 })
		let known: string[] = []
		while (!known.some((name) => name !== key)) known = Object.keys((await shy.diff()).joins)
	})
})
