import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('what a change says on the wire', () => {
	let platform: PlatformApp
	const sockets: RealtimeSocket[] = []
	const sql = (text: string) => asOwner(platform.database, text)
	/** Joins with these bindings and gives their ids and the received changes. */
	async function listen(...wishes: object[]) {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		sockets.push(socket)
		const config = { postgres_changes: wishes }
		const { payload } = await socket.ask(`realtime:${randomUUID()}`, 'phx_join', { config })
		const list = (payload.response as { postgres_changes?: { id: number }[] }).postgres_changes
		const told = () => socket.frames.items.filter(({ event }) => event === 'postgres_changes')
		return {
			socket,
			ids: list?.map(({ id }) => id) ?? [],
			/** So many changes, once they are there. */
			async changes(count: number) {
				while (told().length < count) await socket.frames.atLeast(socket.frames.items.length + 1)
				return told().map(({ payload: { ids, data } }) => ({ ids, data: data as object }))
			},
		}
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
		await sql(
			`create table public.kinds (id bigint primary key, ok bool, data jsonb, tags text[], at timestamptz, n numeric, words text);
			create table public.quiet (id int primary key);
			create schema annex;
			create table annex.kinds (id int primary key);
			grant usage on schema annex to anon;
			grant select on public.kinds, public.quiet, annex.kinds to anon;
			alter publication supabase_realtime add table public.kinds, annex.kinds`,
		)
	})
	afterAll(async () => {
		for (const socket of sockets) socket.close()
		await platform.close()
	})

	it('a change has everything that the client reads: ids, types, rows, and the time', async () => {
		const { ids, changes } = await listen({ event: '*', schema: 'public', table: 'kinds' })
		await sql(`insert into kinds values (1, true, '{"a":[1]}', '{x,"y z"}', '2026-02-03T04:05:06Z', 1.50, null)`)
		await sql(`update kinds set words = 'new'`)
		await sql('delete from kinds')
		const columns = [
			{ name: 'id', type: 'int8' },
			{ name: 'ok', type: 'bool' },
			{ name: 'data', type: 'jsonb' },
			{ name: 'tags', type: '_text' },
			{ name: 'at', type: 'timestamptz' },
			{ name: 'n', type: 'numeric' },
			{ name: 'words', type: 'text' },
		]
		const base = { schema: 'public', table: 'kinds', columns, errors: null }
		const stamp = { commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) }
		const row = { id: 1, ok: true, data: { a: [1] }, tags: ['x', 'y z'], n: 1.5, words: null }
		const at = expect.stringMatching(/^2026-02-03T04:05:06/)
		expect(await changes(3)).toEqual([
			{ ids, data: { ...base, ...stamp, type: 'INSERT', record: { ...row, at } } },
			{
				ids,
				data: {
					...base,
					...stamp,
					type: 'UPDATE',
					record: { ...row, at, words: 'new' },
					old_record: { id: 1 },
				},
			},
			{ ids, data: { ...base, ...stamp, type: 'DELETE', old_record: { id: 1 } } },
		])
	})

	it('a change names every subscription that it matches, by event, table and schema', async () => {
		const { ids, changes } = await listen(
			{ event: 'INSERT', table: 'kinds' },
			{ event: 'UPDATE', schema: 'public', table: 'kinds' },
			{ event: '*', schema: 'public' },
			{ event: '*', schema: '*' },
			{ event: '*', schema: 'public', table: 'kinds', filter: '' },
			{ event: 'DELETE', schema: 'annex', table: 'kinds' },
			{ event: '*', schema: '*', table: 'kinds' },
		)
		const [inserts, updates, ofPublic, ofAll, unfiltered, deletesOfAnnex, ofName] = ids
		await sql('insert into kinds (id) values (7)')
		await sql('insert into quiet values (1)')
		await sql('update kinds set ok = true where id = 7')
		await sql('insert into annex.kinds values (1)')
		await sql('delete from annex.kinds')
		const told = (await changes(4)).map((change) => new Set(change.ids as number[]))
		expect(told).toEqual([
			new Set([inserts, ofPublic, ofAll, unfiltered, ofName]),
			new Set([updates, ofPublic, ofAll, unfiltered, ofName]),
			new Set([ofAll, ofName]),
			new Set([ofAll, deletesOfAnnex, ofName]),
		])
	})

	it('rows whose key type has a length are delivered, also with a policy and a filter', async () => {
		await sql(
			`create table public.flags (code char(3), bits bit(3), primary key (code, bits));
			alter table public.flags enable row level security;
			create policy anybody on public.flags for select to anon using (code <> 'xx');
			grant select on public.flags to anon;
			alter publication supabase_realtime add table public.flags`,
		)
		const flags = { event: 'INSERT', schema: 'public', table: 'flags' }
		const { ids, changes } = await listen({ ...flags, filter: 'code=eq.no' }, { ...flags, filter: 'bits=gt.100' })
		await sql(`insert into flags values ('xx', '111'), ('no', '010'), ('se', '101')`)
		expect(await changes(2)).toMatchObject([
			{ ids: [ids[0]], data: { record: { code: 'no ', bits: '010' } } },
			{ ids: [ids[1]], data: { record: { code: 'se ', bits: '101' } } },
		])
	})
})
