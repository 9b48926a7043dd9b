import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { Inbox, makeNotes, subscribe } from '#test/support/realtime/inbox.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const password = 'correct horse battery'

describe('live wires of two server processes over one PostgreSQL', () => {
	let database: TestDatabase
	let servers: Server[] = []
	let [here, there] = [] as unknown as [SupabaseClient, SupabaseClient]
	let owner: string

	/** Joins a topic and records its messages. */
	async function enter(client: SupabaseClient, topic: string, key: string) {
		const inbox = new Inbox<{ event: string; payload?: unknown }>()
		const present = new Inbox<string[]>()
		const channel: RealtimeChannel = client
			.channel(topic, { config: { broadcast: { ack: true }, presence: { key } } })
			.on('broadcast', { event: '*' }, inbox.add)
			.on('presence', { event: 'sync' }, () => present.add(Object.keys(channel.presenceState())))
		await new Promise<void>((resolve, reject) => {
			channel.subscribe((status, error) => {
				if (status === 'SUBSCRIBED') resolve()
				else if (status !== 'CLOSED') reject(error ?? new Error(status))
			})
		})
		/** Resolves when exactly these are present. */
		const sees = async (...keys: string[]) => {
			for (let count = 1; ; count++) {
				const states = await present.atLeast(count)
				if (states.some((state) => state.sort().join() === keys.join())) return
			}
		}
		return { channel, inbox, sees }
	}

	beforeAll(async () => {
		database = await createTestDatabase()
		await makeNotes(database)
		await asOwner(
			database,
			`create policy owner_writes on public.notes for all to authenticated
				using (owner = auth.uid()) with check (owner = auth.uid());
			grant insert, update, delete on public.notes to authenticated`,
		)
		const { host, port, user, password: secret = '', database: name } = database.owner
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }
		const settings = {
			DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${name}?host=${host}`,
			JWT_KEYS: JSON.stringify([key]),
			RATE_LIMITS: 'off',
		}
		servers = [await startServer(settings), await startServer(settings)]
		const clients = servers.map(async ({ url }) => officialClient(url, await fetchAnonKey(url)))
		const [one, two] = await Promise.all(clients)
		if (!one || !two) throw new Error('no servers')
		;[here, there] = [one, two]
		const who = { email: 'una@skerry.example', password }
		const { data } = await here.auth.signUp(who)
		owner = data.user?.id ?? ''
		await there.auth.signInWithPassword(who)
	})
	afterAll(async () => {
		for (const client of [here, there]) await client.realtime.disconnect()
		for (const server of servers) await server.stop()
		await database.drop()
	})

	it('a change written through one node arrives through the other, for each kind of change', async () => {
		const [near, far] = [
			await subscribe(here, { table: 'notes' }),
			await subscribe(there, { table: 'notes', filter: `owner=eq.${owner}` }),
		]
		const { data } = await here.from('notes').insert({ owner, body: 'one' }).select('id').single()
		await there.from('notes').update({ body: 'two' }).eq('id', data?.id)
		// Policies are evaluated on the current row; for a row deleted by then they cannot be.
		await Promise.all([near.atLeast(2), far.atLeast(2)])
		await here.from('notes').delete().eq('id', data?.id)
		// A deletion contains only the key, so a filter on another column does not let it through.
		expect(await near.atLeast(3)).toMatchObject([
			{ eventType: 'INSERT', new: { body: 'one' } },
			{ eventType: 'UPDATE', new: { body: 'two' }, old: { id: data?.id } },
			{ eventType: 'DELETE', old: { id: data?.id } },
		])
		expect(await far.atLeast(2)).toMatchObject([
			{ eventType: 'INSERT', new: { body: 'one' } },
			{ eventType: 'UPDATE', new: { body: 'two' } },
		])
	})

	it('messages and presence are shared by both nodes, and a node that ends removes its presences', async () => {
		const [ann, ben] = [await enter(here, 'hall', 'ann'), await enter(there, 'hall', 'ben')]
		const send = (channel: RealtimeChannel, n: number) =>
			channel.send({ type: 'broadcast', event: 'send', payload: { n } })
		expect(await send(ann.channel, 1)).toBe('ok')
		expect(await send(ben.channel, 2)).toBe('ok')
		expect(await ben.inbox.atLeast(1)).toMatchObject([{ event: 'send', payload: { n: 1 } }])
		expect(await ann.inbox.atLeast(1)).toMatchObject([{ event: 'send', payload: { n: 2 } }])
		await ann.channel.track({ at: 'door' })
		await ben.channel.track({ at: 'desk' })
		await Promise.all([ann.sees('ann', 'ben'), ben.sees('ann', 'ben')])
		expect(ann.channel.presenceState()).toMatchObject({ ben: [{ at: 'desk' }] })
		await servers[1]?.stop()
		await ann.sees('ann')
	})
})
