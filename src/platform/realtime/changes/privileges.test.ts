import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { subscribe } from '#test/support/realtime/inbox.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

type Data = { table: string; type: string; record?: unknown; errors: string[] | null }

describe('the select privilege on a live table', () => {
	let platform: PlatformApp
	const sockets: RealtimeSocket[] = []
	const sql = (text: string) => asOwner(platform.database, text)
	const table = (name: string) => ({ event: '*', schema: 'public', table: name })
	/** Joins with these subscriptions, and tells what became of it. */
	async function listen(wishes: object[], token?: string, options: object = {}) {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		sockets.push(socket)
		const payload = { config: { postgres_changes: wishes, ...options }, access_token: token }
		const { ref, payload: reply } = await socket.ask('realtime:tables', 'phx_join', payload)
		const changes = () =>
			socket.frames.items.filter(({ event }) => event === 'postgres_changes').map(({ payload }) => payload.data as Data)
		/** The messages before a change that everybody may see. */
		const heard = async () => {
			const id = marks++
			await sql(`insert into open_notes values (${id})`)
			await socket.find(
				({ payload: { data } }) =>
					(data as Data)?.record !== undefined && JSON.stringify((data as Data).record) === `{"id":${id}}`,
			)
			return changes().filter((one) => one.table !== 'open_notes')
		}
		const system = async () => (await socket.find(({ event }) => event === 'system')).payload
		return { socket, ref: String(ref), reply, heard, system }
	}
	let marks = 1

	beforeAll(async () => {
		platform = await openPlatformApp()
		await sql(
			`create table public.open_notes (id int primary key);
			create table public.closed_notes (id int primary key, body text);
			create table public.half_notes (id int primary key, body text);
			create table public.walled_notes (id int primary key, body text);
			alter table public.walled_notes enable row level security;
			create policy members on public.walled_notes for select to authenticated using (true);
			create schema walled;
			create table walled.notes (id int primary key);
			grant select on public.open_notes to anon, authenticated;
			grant select (body) on public.half_notes to anon;
			grant select on public.walled_notes to authenticated;
			grant select on walled.notes to anon;
			alter publication supabase_realtime add table public.open_notes, public.closed_notes, public.half_notes, public.walled_notes, walled.notes`,
		)
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await platform.close()
	})
	const writeAll = () =>
		sql(
			`insert into closed_notes values (1, 'x'); update closed_notes set body = 'y'; delete from closed_notes;
			insert into half_notes values (1, 'x'); update half_notes set body = 'y'; delete from half_notes;
			insert into walled_notes values (1, 'x'); update walled_notes set body = 'y'; delete from walled_notes;
			insert into walled.notes values (1); delete from walled.notes`,
		)

	it.each([
		['no column', 'public', 'closed_notes', 'anon has no select privilege on public.closed_notes'],
		['not the key', 'public', 'half_notes', 'anon has no select privilege on the primary key of public.half_notes'],
		['another role alone', 'public', 'walled_notes', 'anon has no select privilege on public.walled_notes'],
		['not the schema', 'walled', 'notes', 'anon has no select privilege on walled.notes'],
	])(
		'a role that was granted %s hears nothing of the table, is told why, and hears the other tables of its channel',
		async (_, schema, name, words) => {
			const { reply, system, heard } = await listen([{ event: '*', schema, table: name }, table('open_notes')])
			expect(reply.status).toBe('ok')
			expect(await system()).toMatchObject({ status: 'error', message: `Unauthorized: ${words}` })
			await writeAll()
			expect(await heard()).toEqual([])
		},
	)

	it('a subscription to all tables skips those that its role may not read', async () => {
		const { system, heard } = await listen([
			{ event: '*', schema: '*' },
			{ event: '*', schema: 'public' },
		])
		expect(await system()).toMatchObject({ status: 'ok' })
		await writeAll()
		expect(await heard()).toEqual([])
	})

	it('a join that waits for its subscription fails where the role has no privilege', async () => {
		const { reply } = await listen([table('closed_notes')], undefined, {
			postgres_changes_options: { wait: true },
		})
		expect(reply).toMatchObject({
			status: 'error',
			response: {
				reason: 'RealtimeDisabledForConfiguration: Unauthorized: anon has no select privilege on public.closed_notes',
			},
		})
	})

	it('a channel whose user signed out receives an error for a table that it may no longer read', async () => {
		const token = platform.token(randomUUID())
		const { socket, ref, system, heard } = await listen([table('walled_notes'), table('open_notes')], token)
		expect(await system()).toMatchObject({ status: 'ok' })
		await sql(`insert into walled_notes values (10, 'seen')`)
		expect(await heard()).toMatchObject([{ type: 'INSERT', record: { id: 10 } }])
		const { anonKey } = platform.deps.keys
		socket.send('realtime:tables', 'access_token', { access_token: anonKey }, ref)
		const told = await socket.find(({ payload: { status } }) => status === 'error')
		expect(told.payload.message).toBe('Unauthorized: anon has no select privilege on public.walled_notes')
		await sql(`update walled_notes set body = 'unseen' where id = 10; delete from walled_notes where id = 10`)
		expect(await heard()).toHaveLength(1)
	})

	it('a channel that joined before its user signed in receives changes from then on, with the ids of its join', async () => {
		const filtered = { ...table('walled_notes'), filter: 'body=eq.wanted' }
		const { socket, ref, reply } = await listen([table('walled_notes'), filtered])
		const list = (reply.response as { postgres_changes?: { id: number }[] }).postgres_changes
		const ids = list?.map(({ id }) => id) ?? []
		expect(new Set(ids).size).toBe(2)
		const { anonKey } = platform.deps.keys
		const tell = async (access_token: string, status: string) => {
			const known = new Set(socket.frames.items)
			socket.send('realtime:tables', 'access_token', { access_token }, ref)
			await socket.find((frame) => !known.has(frame) && frame.event === 'system' && frame.payload.status === status)
		}
		for (const id of [20, 21]) {
			await tell(platform.token(randomUUID()), 'ok')
			await sql(`insert into walled_notes values (${id}, 'wanted')`)
			const { payload } = await socket.find(
				({ payload: { data } }) => (data as Data & { record?: { id: number } })?.record?.id === id,
			)
			expect(new Set(payload.ids as number[])).toEqual(new Set(ids))
			await tell(anonKey, 'error')
		}
	})

	it('an open subscription pauses while the privilege is revoked', async () => {
		await sql(
			`create table public.lent_notes (id int primary key);
			grant select on public.lent_notes to anon, service_role;
			alter publication supabase_realtime add table public.lent_notes`,
		)
		const heard = await subscribe(platform.client(), { table: 'lent_notes' })
		const service = await subscribe(platform.admin(), { table: 'lent_notes' })
		await sql('insert into lent_notes values (1)')
		await heard.atLeast(1)
		await sql('revoke select on public.lent_notes from anon')
		await sql('insert into lent_notes values (2); update lent_notes set id = 3 where id = 2; delete from lent_notes')
		// The others were delivered by now, to each subscriber that may read them.
		await service.atLeast(5)
		await sql('grant select on public.lent_notes to anon')
		await sql('insert into lent_notes values (4)')
		await heard.atLeast(2)
		expect(heard.items.map(({ new: row, errors }) => [row, errors])).toEqual([
			[{ id: 1 }, null],
			[{ id: 4 }, null],
		])
	})
})
