import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '#platform/pg/db.ts'
import { prepared } from '#platform/pg/sql.ts'
import { makeWorld } from '#test/policies/policy-app.ts'
import { badTokens, type Caller, callers, claimsOf, isOver, tokenOf } from '#test/policies/policy-callers.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { type Frame, openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

type Data = {
	table: string
	type: string
	record?: Record<string, unknown>
	old_record?: Record<string, unknown>
	errors: string[] | null
}
type Table = { name: string; key: string[] }
const everything = { postgres_changes: [{ event: '*', schema: 'public' }] }
/** A key that is over joins no channel. */
const heard = callers.filter((caller) => !isOver(caller))

/** The data and callers of the policy tests: tenant A, tenant B, and every kind of caller. */
describe('live changes of every published table', () => {
	let database: TestDatabase
	let platform: PlatformApp
	let tables: Table[]
	const sockets = new Map<Caller | 'service', RealtimeSocket>()
	const sql = <Row extends object>(text: string) => asOwner<Row>(database, text)

	const changes = (socket: RealtimeSocket, since: number): Data[] =>
		socket.frames.items
			.slice(since)
			.filter(({ event }) => event === 'postgres_changes')
			.map(({ payload }) => payload.data as Data)
			.filter(({ table }) => table !== 'markers')
	/**
	 * Runs SQL, followed by a change that everybody may read.
	 * @returns the changes that each caller received
	 */
	async function changesAfter(text: string): Promise<Map<string, Data[]>> {
		const before = new Map([...sockets].map(([who, socket]) => [who, socket.frames.items.length]))
		await sql(text)
		const [marker] = await sql<{ id: number }>('insert into markers default values returning id')
		const isMarker = ({ payload }: Frame) => {
			const data = payload.data as Data | undefined
			return data?.table === 'markers' && data.record?.id === marker?.id
		}
		const received = new Map<string, Data[]>()
		for (const [who, socket] of sockets) {
			await socket.find(isMarker)
			received.set(who, changes(socket, before.get(who) ?? 0))
		}
		return received
	}
	/** Keys that a caller can read from a table; undefined when reading is refused. */
	async function visible(claims: Claims, { name, key }: Table): Promise<string[] | undefined> {
		const query = prepared(`select ${key.join(', ')} from public.${name}`, [])
		try {
			const rows = await platform.deps.db.as(claims, (tx) => tx.final<Record<string, unknown>>(query))
			return rows.map((row) => keyOf(row, key)).sort()
		} catch (error) {
			if ((error as { code?: string }).code === '42501') return undefined
			throw error
		}
	}

	beforeAll(async () => {
		database = await createTestDatabase()
		await makeWorld(database.owner)
		await sql(
			`create table public.markers (id int generated always as identity primary key);
			grant select on public.markers to anon, authenticated, service_role;
			alter publication supabase_realtime add table public.markers`,
		)
		tables = await sql<Table>(
			`select p.tablename as name, array_agg(a.attname::text order by k.n) as key
			from pg_publication_tables p
			join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and i.indisprimary
			cross join unnest(i.indkey) with ordinality k (attnum, n)
			join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
			where p.pubname = 'supabase_realtime' and p.tablename <> 'markers' group by p.tablename order by 1`,
		)
		platform = await openPlatformApp({}, database)
		const { keys } = platform.deps
		const join = async (who: Caller | 'service', token: string | null) => {
			const socket = await openRealtimeSocket(platform.url, keys.anonKey)
			const payload = { config: everything, ...(token ? { access_token: token } : {}) }
			expect((await socket.ask('realtime:all', 'phx_join', payload)).payload.status).toBe('ok')
			sockets.set(who, socket)
		}
		for (const caller of heard) await join(caller, tokenOf(caller, keys))
		await join('service', keys.serviceRoleKey)
	})
	afterAll(async () => {
		for (const socket of sockets.values()) socket.close()
		await platform.close()
		await database.drop()
	})

	it('a join with an expired, forged or unsigned token is refused', async () => {
		const socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		for (const bad of badTokens) {
			const payload = { config: everything, access_token: tokenOf(bad, platform.deps.keys) }
			const { payload: reply } = await socket.ask(`realtime:${bad}`, 'phx_join', payload)
			expect(reply.response?.reason).toMatch(/^InvalidJWTToken: /)
		}
		socket.close()
	})

	it('each change reaches exactly the callers who may read its row, with the columns that they may read', async () => {
		expect(tables.length).toBeGreaterThan(8)
		for (const table of tables) {
			const [column = ''] = table.key
			const received = await changesAfter(`update public.${table.name} set ${column} = ${column}`)
			expect(received.get('service')?.length, table.name).toBeGreaterThan(0)
			for (const caller of heard) {
				const claims = claimsOf(caller)
				// A trigger may have changed other tables as well.
				const all = (received.get(caller) ?? []).filter((one) => one.table === table.name)
				const names = `${table.name} for ${caller}`
				const expected = await visible(claims, table)
				expect(all.map(({ record = {} }) => keyOf(record, table.key)).sort(), names).toEqual(expected ?? [])
				const [grants] = await sql<{ columns: string[] }>(
					`select array_agg(attname::text) as columns from pg_attribute
					where attrelid = 'public.${table.name}'::regclass and attnum > 0 and not attisdropped
						and has_column_privilege('${claims.role}', attrelid, attnum, 'select')`,
				)
				for (const { record = {}, old_record = {} } of all)
					for (const name of [...Object.keys(record), ...Object.keys(old_record)])
						expect(grants?.columns, names).toContain(name)
			}
		}
	})

	it('a deletion event contains only the key, and reaches no anonymous caller', async () => {
		const received = await changesAfter('delete from public.spaces')
		expect(received.get('service')?.length).toBeGreaterThan(tables.length)
		const keys = new Map(tables.map(({ name, key }) => [name, key]))
		expect((received.get('anonymous') ?? []).filter(({ errors }) => !errors)).toEqual([])
		for (const [who, all] of received)
			for (const { type, table, old_record, errors } of all) {
				if (type !== 'DELETE' || errors) continue
				expect(Object.keys(old_record ?? {}).sort(), `${table} for ${who}`).toEqual([...(keys.get(table) ?? [])].sort())
			}
	})
})

function keyOf(row: Record<string, unknown>, key: string[]): string {
	return key.map((column) => row[column]).join(' ')
}
