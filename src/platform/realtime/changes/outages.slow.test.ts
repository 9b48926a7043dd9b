import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import { Inbox, makeNotes, type RowChange } from '#test/support/realtime/inbox.ts'
import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

const ada = randomUUID()
const bodies = ({ items }: Inbox<RowChange>) => items.map(({ new: row }) => (row as { body: string }).body)

/** A cluster of its own, as it is stopped and killed here. */
describe('when the database goes away', () => {
	let folder: string
	let server: Embedded
	let database: TestDatabase
	let platform: PlatformApp
	const sql = (text: string, values: unknown[] = []) => asOwner(database, text, values)
	const write = (body: string) => sql('insert into notes (owner, body) values ($1, $2)', [ada, body])

	/** A subscriber's messages, and the statements of its channel about itself. */
	async function follow() {
		const client = platform.client(platform.token(ada))
		await client.realtime.setAuth()
		const heard = new Inbox<RowChange>()
		const states = new Inbox<string>()
		const told = new Inbox<string>()
		client
			.channel(randomUUID())
			.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, heard.add)
			.on('system', {}, ({ message }) => told.add(message))
			.subscribe((status) => states.add(status))
		await told.atLeast(1)
		return { heard, states, told }
	}
	/** The node can neither use its connections nor make new ones. */
	const shutOut = () =>
		sql(
			`alter role plaudit_login nologin;
			select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plaudit_login'`,
		)
	const letIn = () => sql('alter role plaudit_login login')
	const start = async () => {
		server = await startEmbedded(folder, 60)
	}
	/** Resolves when the engine has started PostgreSQL again. */
	const crash = async () => {
		const pid = await postmasterOf(folder)
		process.kill(pid, 'SIGQUIT')
		await expect.poll(() => postmasterOf(folder).catch(() => pid)).not.toBe(pid)
		await expect.poll(() => sql('select 1').catch(() => [])).toHaveLength(1)
	}

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-out-'))
		await start()
		await migrate(server.owner, schemaFolder)
		database = { owner: server.owner, drop: async () => {} }
		platform = await openPlatformApp({ LOG_LEVEL: 'fatal' }, database)
		await makeNotes(database)
	})
	afterAll(async () => {
		await platform.close()
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	})

	it('changes during an outage arrive after it, each once', async () => {
		const { heard, states } = await follow()
		await write('before')
		await heard.atLeast(1)
		await shutOut()
		for (let from = 1; from < 600; from += 100)
			await sql(`insert into notes (owner, body) select $1, 'away ' || n from generate_series($2::int, $2 + 99) n`, [
				ada,
				from,
			])
		await letIn()
		await heard.atLeast(601)
		await write('after')
		await heard.atLeast(602)
		expect(new Set(bodies(heard)).size).toBe(602)
		expect(heard.items).toHaveLength(602)
		expect(states.items).toEqual(['SUBSCRIBED'])
	})

	it('a restart of PostgreSQL loses no change', async () => {
		const { heard, states } = await follow()
		await write('before')
		await heard.atLeast(1)
		await server.stop()
		await start()
		await write('after')
		await heard.atLeast(2)
		expect(bodies(heard)).toEqual(['before', 'after'])
		expect(states.items).toEqual(['SUBSCRIBED'])
	})

	it('a crash of PostgreSQL, which empties the outbox, makes clients join again', async () => {
		const { heard, states, told } = await follow()
		await crash()
		await told.atLeast(3)
		expect(told.items[1]).toBe('Changes were missed, please read again')
		expect(states.items).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
		await write('after the crash')
		await heard.atLeast(1)
		expect(bodies(heard)).toEqual(['after the crash'])
	})

	it('a node whose changes were pruned makes its clients join again', async () => {
		const { heard, states, told } = await follow()
		await shutOut()
		await write('too late')
		await sql(`select realtime.prune_changes('0'); select realtime.prune_changes('0')`)
		await letIn()
		await told.atLeast(3)
		expect(states.items).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
		await write('in time')
		await heard.atLeast(1)
		expect(bodies(heard)).toEqual(['in time'])
	})

	it('pruning keeps changes that a long transaction commits late', async () => {
		const left = async () => (await sql(`select from realtime.changes where new_row ->> 'body' = 'slow'`)).length
		const markAsOf = (age: string) => sql('insert into realtime.marks (at) values (now() - $1::interval)', [age])
		const slow = new pg.Client(server.owner)
		await slow.connect()
		await slow.query('begin')
		await slow.query(`insert into notes (owner, body) values ($1, 'slow')`, [ada])
		await markAsOf('3 hours')
		await slow.query('commit')
		await slow.end()
		await sql(`select realtime.prune_changes('1 hour')`)
		expect(await left()).toBe(1)
		await markAsOf('2 hours')
		await sql(`select realtime.prune_changes('1 hour')`)
		expect(await left()).toBe(0)
	})

	it('a join that may wait is answered when the database is back, one that may not is refused', async () => {
		const client = platform.client(platform.token(ada))
		await client.realtime.setAuth()
		await shutOut()
		const outcome = (config: object) =>
			new Promise<[string, string | undefined]>((resolve) =>
				client
					.channel(randomUUID(), { config })
					.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => {})
					.subscribe((status, error) => resolve([status, error?.message])),
			)
		const waiting = outcome({ postgres_changes_options: { wait: true } })
		const [status, message] = await outcome({})
		expect(status).toBe('CHANNEL_ERROR')
		expect(message).toMatch(/^UnableToConnectToProject: /)
		await letIn()
		expect((await waiting)[0]).toBe('SUBSCRIBED')
	})
})
