import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { makeNotes, subscribe } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const [ada, bob] = [randomUUID(), randomUUID()]

describe.each([
	['one node', 1],
	['two nodes, in turn', 2],
])('postgres_changes, heard by the official client on %s', (_, count) => {
	let nodes: PlatformApp[]
	let turn = 0
	const next = () => nodes[turn++ % count] as PlatformApp
	/** The client of a person, or of a visitor. */
	const as = (person?: string) => {
		const node = next()
		return node.client(person && node.token(person))
	}
	const sql = (text: string, values: unknown[] = []) =>
		asOwner<{ id: string }>((nodes[0] as PlatformApp).database, text, values)
	const write = (owner: string, body: string) =>
		sql('insert into notes (owner, body) values ($1, $2) returning id', [owner, body])

	beforeAll(async () => {
		const first = await openPlatformApp()
		await makeNotes(first.database)
		nodes = [first]
		if (count > 1) nodes.push(await openPlatformApp({}, first.database))
	})
	afterAll(async () => {
		for (const node of nodes.reverse()) await node.close()
	})

	it('a row is delivered to the user who may see it, without columns that are not granted', async () => {
		const inbox = await subscribe(as(ada), { table: 'notes' })
		const [row] = await write(ada, 'hello')
		const [change] = await inbox.atLeast(1)
		expect(change).toMatchObject({
			schema: 'public',
			table: 'notes',
			eventType: 'INSERT',
			errors: null,
			new: { id: Number(row?.id), owner: ada, body: 'hello', amount: null },
			old: {},
		})
		expect(change?.new).not.toHaveProperty('secret')
		expect(change?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
	})

	it('each of two users receives only their own rows', async () => {
		const forAda = await subscribe(as(ada), { table: 'notes' })
		const forBob = await subscribe(as(bob), { table: 'notes' })
		await write(bob, 'for bob')
		await write(ada, 'for ada')
		await write(bob, 'bob again')
		await Promise.all([forAda.atLeast(1), forBob.atLeast(2)])
		expect(forAda.items.map(({ new: row }) => row)).toMatchObject([{ body: 'for ada' }])
		expect(forBob.items.map(({ new: row }) => row)).toMatchObject([{ body: 'for bob' }, { body: 'bob again' }])
	})

	it('the anonymous role receives no protected rows', async () => {
		const visitor = await subscribe(as(), { table: 'notes' })
		const owner = await subscribe(as(ada), { table: 'notes' })
		await write(ada, 'private')
		await owner.atLeast(1)
		expect(visitor.items).toEqual([])
	})

	it('updates have the key of the old row, and deletions the key alone', async () => {
		const [row] = await write(ada, 'first')
		const inbox = await subscribe(as(ada), { table: 'notes' })
		await sql('update notes set body = $2 where id = $1', [row?.id, 'second'])
		await sql('delete from notes where id = $1', [row?.id])
		const id = Number(row?.id)
		expect(await inbox.atLeast(2)).toMatchObject([
			{ eventType: 'UPDATE', new: { id, body: 'second' }, old: { id } },
			{ eventType: 'DELETE', new: {}, old: { id } },
		])
		expect(inbox.items[1]?.old).toEqual({ id })
	})

	it('delivery stops at once when the right to see is lost', async () => {
		const [row] = await write(ada, 'shared')
		const forAda = await subscribe(as(ada), { table: 'notes' })
		const forBob = await subscribe(as(bob), { table: 'notes' })
		await sql('update notes set owner = $2 where id = $1', [row?.id, bob])
		await forBob.atLeast(1)
		expect(forAda.items).toEqual([])
	})

	it('a new owner of a row does not receive its earlier content', async () => {
		const forAda = await subscribe(as(ada), { table: 'notes' })
		const forBob = await subscribe(as(bob), { table: 'notes' })
		await sql(
			`insert into notes (id, owner, body) values (7001, '${ada}', 'for ada'), (7002, '${bob}', 'one');
			update notes set owner = '${bob}', body = 'for bob' where id = 7001;
			update notes set body = 'two' where id = 7002`,
		)
		await forBob.atLeast(3)
		expect(forBob.items).toMatchObject([
			{ eventType: 'INSERT', new: { body: 'one' } },
			{ eventType: 'UPDATE', new: { body: 'for bob' } },
			{ eventType: 'UPDATE', new: { body: 'two' } },
		])
		expect(forAda.items).toEqual([])
	})

	it('rows larger than a notification are delivered whole, with every digit of numbers', async () => {
		const inbox = await subscribe(as(ada), { table: 'notes' })
		const body = 'é'.repeat(50_000)
		await sql('insert into notes (id, owner, body, amount) values ($1, $2, $3, $4)', [
			'9007199254740993',
			ada,
			body,
			'1.50',
		])
		const [change] = await inbox.atLeast(1)
		expect(change?.new).toMatchObject({ body, amount: 1.5 })
	})

	it('long values of a change over one megabyte are dropped with an error', async () => {
		const inbox = await subscribe(as(ada), { table: 'notes' })
		await write(ada, 'x'.repeat(1_200_000))
		const [change] = await inbox.atLeast(1)
		expect(change?.errors).toEqual(['Error 413: Payload Too Large'])
		expect(change?.new).toMatchObject({ owner: ada })
		expect(change?.new).not.toHaveProperty('body')
	})

	it('no change is lost when transactions commit in another order than they began', async () => {
		const inbox = await subscribe(as(ada), { table: 'notes' })
		const { default: pg } = await import('pg')
		const slow = new pg.Client(nodes[0]?.database.owner)
		await slow.connect()
		await slow.query('begin')
		await slow.query('insert into notes (owner, body) values ($1, $2)', [ada, 'began first'])
		await write(ada, 'committed first')
		await inbox.atLeast(1)
		await slow.query('commit')
		await slow.end()
		const bodies = (await inbox.atLeast(2)).map(({ new: row }) => (row as { body: string }).body)
		expect(bodies).toEqual(['committed first', 'began first'])
	})

	it('many changes to one row arrive in order and once', async () => {
		const [row] = await write(ada, '0')
		const inbox = await subscribe(as(ada), {
			table: 'notes',
			filter: `id=eq.${row?.id}`,
		})
		for (let i = 1; i <= 40; i++) await sql('update notes set body = $2 where id = $1', [row?.id, String(i)])
		const changes = await inbox.atLeast(40)
		expect(changes.map(({ new: now }) => (now as { body: string }).body)).toEqual(
			Array.from({ length: 40 }, (_, i) => String(i + 1)),
		)
	})

	it('subscriptions continue under a new token with the same ids', async () => {
		const live = next()
		let token = live.token(ada, 600)
		const changing = officialClient(live.url, live.deps.keys.anonKey, {
			accessToken: async () => token,
		})
		const inbox = await subscribe(changing, { table: 'notes' })
		await write(ada, 'old token')
		await inbox.atLeast(1)
		token = live.token(ada, 1200)
		await changing.realtime.setAuth()
		// Messages of one socket are taken in turn: the reply shows that the token was.
		const [channel] = changing.getChannels()
		await channel?.track({})
		await write(ada, 'new token')
		await inbox.atLeast(2)
		token = live.token(bob, 1200)
		await changing.realtime.setAuth()
		await channel?.track({ as: 'bob' })
		await write(bob, 'for bob')
		expect((await inbox.atLeast(3)).map(({ new: row }) => row)).toMatchObject([
			{ body: 'old token' },
			{ body: 'new token' },
			{ body: 'for bob' },
		])
		await changing.realtime.disconnect()
	})
})
