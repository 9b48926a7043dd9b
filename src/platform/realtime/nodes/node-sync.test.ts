import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Db, openDb } from '#platform/pg/db.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import type { Channel } from '#platform/realtime/channels/channel.ts'
import { createPresence, type Presence } from '#platform/realtime/channels/presence.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { NodeSync, type NodeSyncIntervals } from './node-sync.ts'
import { NotifyTransport } from './notify-transport.ts'

type Received = { event: string; json: string }
const quick: NodeSyncIntervals = {
	helloInterval: 40,
	peerTimeout: 60_000,
	requestInterval: 40,
	retryDelay: 20,
}
/** Says hello once and never again, as a node that was killed. */
const once: NodeSyncIntervals = { ...quick, helloInterval: 3_600_000 }

describe('nodes on one database', () => {
	let database: TestDatabase
	const open: { nodeSync: NodeSync; db: Db; presence: Presence }[] = []

	async function node(intervals = quick) {
		const db = openDb(loginAs(database.owner), 3, () => {})
		const received = new Inbox<Received>()
		const lost = new Inbox<string>()
		const warnings: unknown[] = []
		const nodeSync: NodeSync = new NodeSync(
			new NotifyTransport(db, (...warning) => warnings.push(warning)),
			{
				receive: (from, message) => {
					if (message.kind === 'broadcast') received.add(message)
					else if (message.kind !== 'bytes') presence.receive(from, message)
				},
				presenceSnapshot: () => presence.snapshot(),
				replace: (from, snapshot) => presence.replaceNode(from, snapshot),
				lost: (from) => {
					presence.forgetNode(from)
					lost.add(from)
				},
				warn: (...warning) => warnings.push(warning),
			},
			intervals,
		)
		const presence = createPresence(nodeSync.node, {
			push: () => {},
			sendToNodes: (change) => nodeSync.send(change),
		})
		await nodeSync.start()
		open.push({ nodeSync, db, presence })
		const send = (event: string, json = '{}') => nodeSync.send({ kind: 'broadcast', topicKey: 'public:r', event, json })
		/** Members as this node sees them, once they are as wanted. */
		const sees = (...wanted: string[]) =>
			expect.poll(() => Object.keys(presence.state('public:r')).sort()).toEqual(wanted)
		return { nodeSync, presence, received, lost, warnings, send, sees }
	}
	/** All that presence needs to know of a channel. */
	const member = (key: string) => ({ topicKey: 'public:r', presenceKey: key }) as Channel
	const events = ({ items }: Inbox<Received>) => items.map(({ event }) => event)
	const cutListeners = () =>
		asOwner(
			database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name like 'plaudit-listen%'`,
		)
	/** Both have met when a word of each reached the other. */
	async function pair() {
		const [one, two] = [await node(), await node()]
		const ann = member('hello')
		one.presence.track(ann, '{}')
		await two.sees('hello')
		two.presence.track(ann, '{}')
		await expect.poll(() => Object.values(one.presence.state('public:r'))[0]?.metas.length).toBe(2)
		for (const { presence } of [one, two]) presence.untrack(ann)
		await one.sees()
		await two.sees()
		return [one, two] as const
	}

	beforeAll(async () => {
		database = await createTestDatabase()
	})
	afterEach(async () => {
		vi.useRealTimers()
		for (const { nodeSync, db, presence } of open.splice(0)) {
			presence.close()
			await nodeSync.close()
			await db.close()
		}
	})
	afterAll(() => database.drop())

	it('messages that come before the first snapshot of their node are received, once and in order', async () => {
		const { nodeSync, received } = await node(once)
		const from = randomUUID()
		const message = (number: number) => ({
			type: 'message',
			number,
			message: { kind: 'broadcast', topicKey: 'public:r', event: `${number}`, json: '{}' },
		})
		const envelopes = [
			{ type: 'hello', last: 4 },
			message(5),
			message(6),
			{ type: 'snapshot', to: nodeSync.node, last: 6, snapshot: [] },
			message(6),
			message(7),
		]
		for (const envelope of envelopes)
			await asOwner(database, `select pg_notify('realtime_nodes', $1)`, [JSON.stringify({ from, ...envelope })])
		await received.atLeast(3)
		expect(events(received)).toEqual(['5', '6', '7'])
	})

	it('a started node has sent its hello, so that other nodes send to it', async () => {
		const listener = new pg.Client(database.owner)
		const heard: string[] = []
		listener.on('notification', ({ payload = '' }) => heard.push(payload))
		await listener.connect()
		await listener.query('listen realtime_nodes')
		const { nodeSync } = await node(once)
		// A notice that was committed comes before the answer to anything that is asked after it.
		await listener.query('select 1')
		expect(heard.map((text) => JSON.parse(text))).toContainEqual({
			from: nodeSync.node,
			type: 'hello',
			last: 0,
		})
		await listener.end()
	})

	it('a node ignores envelopes of a type that it does not know', async () => {
		const receiver = await node(once)
		const texts = [
			{ from: 'other', type: 'gossip' },
			{ from: 'old', say: 'hello', last: 3 },
		]
		for (const text of texts) await asOwner(database, `select pg_notify('realtime_nodes', '${JSON.stringify(text)}')`)
		const sender = await node()
		sender.presence.track(member('ann'), '{}')
		await receiver.sees('ann')
		expect(receiver.warnings).toEqual([])
	})

	it('a new node and the others exchange their presence', async () => {
		const first = await node()
		first.presence.track(member('ann'), '{"mood":"calm"}')
		const second = await node()
		second.presence.track(member('ben'), '{}')
		await first.sees('ann', 'ben')
		await second.sees('ann', 'ben')
		expect(second.presence.state('public:r')).toMatchObject({ ann: { metas: [{ mood: 'calm' }] } })
	})

	it('messages sent while a node could not listen arrive later, in order and once', async () => {
		const [one, two] = await pair()
		for (let round = 0; round < 5; round++) {
			one.send(`a${round}`)
			await cutListeners()
			one.send(`b${round}`, JSON.stringify('x'.repeat(20_000)))
			one.presence.track(member(`guest-${round}`), '{}')
		}
		await two.received.atLeast(10)
		expect(events(two.received)).toEqual([0, 1, 2, 3, 4].flatMap((n) => [`a${n}`, `b${n}`]))
		await two.sees('guest-0', 'guest-1', 'guest-2', 'guest-3', 'guest-4')
		expect(two.received.items).toHaveLength(10)
	})

	it('a node that missed more than the log receives a presence snapshot', async () => {
		const [one, two] = await pair()
		one.presence.track(member('stays'), '{}')
		const leaves = member('leaves')
		one.presence.track(leaves, '{}')
		await two.sees('leaves', 'stays')
		await cutListeners()
		one.presence.untrack(leaves)
		one.presence.track(member('new'), '{}')
		for (let i = 0; i < 6; i++) one.send('big', JSON.stringify('x'.repeat(1_000_000)))
		await two.sees('new', 'stays')
		one.send('after')
		await expect.poll(() => events(two.received).at(-1)).toBe('after')
	})

	it('members of a node that timed out leave', async () => {
		vi.useFakeTimers({ toFake: ['Date'] })
		const watcher = await node()
		const killed = await node(once)
		killed.presence.track(member('ghost'), '{}')
		await watcher.sees('ghost')
		vi.setSystemTime(Date.now() + quick.peerTimeout + 1)
		await watcher.lost.atLeast(1)
		await watcher.sees()
	})

	it('members of a node that shuts down leave', async () => {
		const watcher = await node()
		const polite = await node()
		polite.presence.track(member('guest'), '{}')
		await watcher.sees('guest')
		await polite.nodeSync.close()
		await watcher.sees()
	})

	it('a node that has shut down answers nothing, so that its members do not come back', async () => {
		const [watcher, polite, other] = [await node(once), await node(once), await node(once)]
		polite.presence.track(member('guest'), '{}')
		await watcher.sees('guest')
		await polite.nodeSync.close()
		await watcher.sees()
		const from = watcher.nodeSync.node
		for (const of of [polite.nodeSync.node, other.nodeSync.node])
			await asOwner(database, `select pg_notify('realtime_nodes', $1)`, [JSON.stringify({ from, type: 'request', of })])
		polite.send('late')
		other.send('after the answer')
		await watcher.received.atLeast(1)
		expect(events(watcher.received)).toEqual(['after the answer'])
		await watcher.sees()
	})
})
