import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { makeNotes, subscribe } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()

describe('two nodes on one database', () => {
	let first: PlatformApp
	let second: PlatformApp
	const write = (body: string) =>
		asOwner(first.database, 'insert into notes (owner, body) values ($1, $2)', [ada, body])
	const bodies = (items: { new: object }[]) => items.map(({ new: row }) => (row as { body: string }).body)

	beforeAll(async () => {
		first = await openPlatformApp()
		second = await openPlatformApp({}, first.database)
		await makeNotes(first.database)
	})
	afterAll(async () => {
		await second.close()
		await first.close()
	})

	it('two nodes deliver every change once', async () => {
		const here = await subscribe(first.client(first.token(ada)), { table: 'notes' })
		const there = await subscribe(second.client(second.token(ada)), { table: 'notes' })
		const writers = Array.from({ length: 5 }, async (_, writer) => {
			for (let i = 0; i < 20; i++) await write(`${writer}-${i}`)
		})
		await Promise.all(writers)
		await Promise.all([here.atLeast(100), there.atLeast(100)])
		for (const { items } of [here, there]) {
			expect(new Set(bodies(items)).size).toBe(100)
			expect(items).toHaveLength(100)
			// Changes of one writer arrive in turn; writers among each other have no order.
			for (let writer = 0; writer < 5; writer++) {
				const own = bodies(items).filter((body) => body.startsWith(`${writer}-`))
				expect(own).toEqual(Array.from({ length: 20 }, (_, i) => `${writer}-${i}`))
			}
		}
	})

	it('no change is lost while the listening connection is cut', async () => {
		const inbox = await subscribe(first.client(first.token(ada)), { table: 'notes' })
		await asOwner(
			first.database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name like 'plaudit-listen%'`,
		)
		await write('while deaf')
		expect(bodies(await inbox.atLeast(1))).toEqual(['while deaf'])
	})

	it('a thousand rows of one transaction arrive in order', async () => {
		const inbox = await subscribe(second.client(second.token(ada)), { table: 'notes' })
		const client = new pg.Client(first.database.owner)
		await client.connect()
		await client.query(`insert into notes (owner, body) select $1, n::text from generate_series(1, 1200) n`, [ada])
		await client.end()
		const heard = bodies(await inbox.atLeast(1200))
		expect(heard).toEqual(Array.from({ length: 1200 }, (_, i) => String(i + 1)))
	})

	it('a table that leaves the publication delivers nothing on any node', async () => {
		const inbox = await subscribe(first.client(first.token(ada)), { table: 'notes' })
		await write('still heard')
		await inbox.atLeast(1)
		await asOwner(first.database, 'alter publication supabase_realtime drop table public.notes')
		await write('unheard')
		const [{ count } = { count: '' }] = await asOwner<{ count: string }>(
			first.database,
			`select count(*) from realtime.changes where new_row ->> 'body' = 'unheard'`,
		)
		expect(count).toBe('0')
		expect(inbox.items).toHaveLength(1)
	})
})
