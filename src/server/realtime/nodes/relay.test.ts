import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Db, openDb } from '#server/pg/db.ts'
import { loginAs } from '#server/pg/login-role.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import { Presence } from '#server/realtime/channels/presence.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/database.ts'
import { Inbox } from '#test/live.ts'
import { Post } from './post.ts'
import { type Pace, Relay } from './relay.ts'

type Said = { event: string; json: string }
const quick: Pace = { helloEvery: 40, silentAfter: 60_000, askAgainAfter: 40, retryAfter: 20 }
/** Says hello once and never again, as a node that was killed. */
const once: Pace = { ...quick, helloEvery: 3_600_000 }

describe('nodes on one database', () => {
	let database: TestDatabase
	const open: { relay: Relay; db: Db; presence: Presence }[] = []

	async function node(pace = quick) {
		const db = openDb(loginAs(database.owner), 3, () => {})
		const said = new Inbox<Said>()
		const lost = new Inbox<string>()
		const relay: Relay = new Relay(
			new Post(db, () => {}),
			{
				receive: (from, message) => {
					if (message.kind === 'broadcast') said.add(message)
					else if (message.kind !== 'bytes') presence.receive(from, message)
				},
				roster: () => presence.roster(),
				replace: (from, roster) => presence.replaceNode(from, roster),
				lost: (from) => {
					presence.forgetNode(from)
					lost.add(from)
				},
				warn: () => {},
			},
			pace,
		)
		const presence = new Presence(relay.node, { push: () => {}, tell: (news) => relay.tell(news) })
		await relay.start()
		open.push({ relay, db, presence })
		const say = (event: string, json = '{}') =>
			relay.tell({ kind: 'broadcast', room: 'public:r', event, json })
		/** Members as this node sees them, once they are as wanted. */
		const sees = (...wanted: string[]) =>
			expect.poll(() => Object.keys(presence.state('public:r')).sort()).toEqual(wanted)
		return { relay, presence, said, lost, say, sees }
	}
	/** All that presence needs to know of a channel. */
	const member = (key: string) => ({ room: 'public:r', presenceKey: key }) as Channel
	const events = ({ items }: Inbox<Said>) => items.map(({ event }) => event)
	const cutListeners = () =>
		asOwner(
			database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name = 'plaudit-listen'`,
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
		for (const { relay, db, presence } of open.splice(0)) {
			presence.close()
			await relay.close()
			await db.close()
		}
	})
	afterAll(() => database.drop())

	it('whoever is ready has said hello: what others send from then on is sent to it too', async () => {
		const listener = new pg.Client(database.owner)
		const heard: string[] = []
		listener.on('notification', ({ payload = '' }) => heard.push(payload))
		await listener.connect()
		await listener.query('listen realtime_nodes')
		const { relay } = await node(once)
		// A notice that was committed comes before the answer to anything that is asked after it.
		await listener.query('select 1')
		expect(heard.map((text) => JSON.parse(text))).toContainEqual({
			from: relay.node,
			say: 'hello',
			last: 0,
		})
		await listener.end()
	})

	it('a newcomer learns who is present, and those who are there learn of him', async () => {
		const first = await node()
		first.presence.track(member('ann'), '{"mood":"calm"}')
		const second = await node()
		second.presence.track(member('ben'), '{}')
		await first.sees('ann', 'ben')
		await second.sees('ann', 'ben')
		expect(second.presence.state('public:r')).toMatchObject({ ann: { metas: [{ mood: 'calm' }] } })
	})

	it('messages that were sent while a node was deaf come later, in order and once', async () => {
		const [one, two] = await pair()
		for (let round = 0; round < 5; round++) {
			one.say(`a${round}`)
			await cutListeners()
			one.say(`b${round}`, JSON.stringify('x'.repeat(20_000)))
			one.presence.track(member(`guest-${round}`), '{}')
		}
		await two.said.atLeast(10)
		expect(events(two.said)).toEqual([0, 1, 2, 3, 4].flatMap((n) => [`a${n}`, `b${n}`]))
		await two.sees('guest-0', 'guest-1', 'guest-2', 'guest-3', 'guest-4')
		expect(two.said.items).toHaveLength(10)
	})

	it('who missed more than is remembered still learns who is present', async () => {
		const [one, two] = await pair()
		one.presence.track(member('stays'), '{}')
		const leaves = member('leaves')
		one.presence.track(leaves, '{}')
		await two.sees('leaves', 'stays')
		await cutListeners()
		one.presence.untrack(leaves)
		one.presence.track(member('new'), '{}')
		for (let i = 0; i < 6; i++) one.say('big', JSON.stringify('x'.repeat(1_000_000)))
		await two.sees('new', 'stays')
		one.say('after')
		await expect.poll(() => events(two.said).at(-1)).toBe('after')
	})

	it('those on a node that fell silent are gone', async () => {
		vi.useFakeTimers({ toFake: ['Date'] })
		const watcher = await node()
		const killed = await node(once)
		killed.presence.track(member('ghost'), '{}')
		await watcher.sees('ghost')
		vi.setSystemTime(Date.now() + quick.silentAfter + 1)
		await watcher.lost.atLeast(1)
		await watcher.sees()
	})

	it('those on a node that says goodbye are gone', async () => {
		const watcher = await node()
		const polite = await node()
		polite.presence.track(member('guest'), '{}')
		await watcher.sees('guest')
		await polite.relay.close()
		await watcher.sees()
	})
})
