import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonKeyOf, officialClient } from './client.ts'
import { asOwner, createTestDatabase, type TestDatabase } from './database.ts'
import { hear, Inbox, makeNotes } from './live.ts'
import { type Server, startServer } from './server.ts'

const password = 'correct horse battery'

describe('live wires of two server processes over one PostgreSQL', () => {
	let database: TestDatabase
	let servers: Server[] = []
	let [here, there] = [] as unknown as [SupabaseClient, SupabaseClient]
	let owner: string

	/** Joins a topic and gives what is heard of it. */
	async function enter(client: SupabaseClient, topic: string, key: string) {
		const heard = new Inbox<{ event: string; payload?: unknown }>()
		const present = new Inbox<string[]>()
		const channel: RealtimeChannel = client
			.channel(topic, { config: { broadcast: { ack: true }, presence: { key } } })
			.on('broadcast', { event: '*' }, heard.add)
			.on('presence', { event: 'sync' }, () => present.add(Object.keys(channel.presenceState())))
		await new Promise<void>((resolve, reject) => {
			channel.subscribe((status, error) => {
				if (status === 'SUBSCRIBED') resolve()
				else if (status !== 'CLOSED') reject(error ?? new Error(status))
			})
		})
		/** Until these are there and nobody else. */
		const sees = async (...keys: string[]) => {
			for (let count = 1; ; count++) {
				const states = await present.atLeast(count)
				if (states.some((state) => state.sort().join() === keys.join())) return
			}
		}
		return { channel, heard, sees }
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
		const clients = servers.map(async ({ url }) => officialClient(url, await anonKeyOf(url)))
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

	it('what is written through one is heard through the other, kind by kind', async () => {
		const [near, far] = [
			await hear(here, { table: 'notes' }),
			await hear(there, { table: 'notes', filter: `owner=eq.${owner}` }),
		]
		const { data } = await here.from('notes').insert({ owner, body: 'one' }).select('id').single()
		await there.from('notes').update({ body: 'two' }).eq('id', data?.id)
		// Whether a row may be read is asked of the row: one that is gone by then can be asked nothing.
		await Promise.all([near.atLeast(2), far.atLeast(2)])
		await here.from('notes').delete().eq('id', data?.id)
		// A deletion carries the key alone, so a filter on another column does not let it through.
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

	it('messages and people are known on both, and who was on a server that ends is gone', async () => {
		const [ann, ben] = [await enter(here, 'hall', 'ann'), await enter(there, 'hall', 'ben')]
		const say = (channel: RealtimeChannel, n: number) =>
			channel.send({ type: 'broadcast', event: 'say', payload: { n } })
		expect(await say(ann.channel, 1)).toBe('ok')
		expect(await say(ben.channel, 2)).toBe('ok')
		expect(await ben.heard.atLeast(1)).toMatchObject([{ event: 'say', payload: { n: 1 } }])
		expect(await ann.heard.atLeast(1)).toMatchObject([{ event: 'say', payload: { n: 2 } }])
		await ann.channel.track({ at: 'door' })
		await ben.channel.track({ at: 'desk' })
		await Promise.all([ann.sees('ann', 'ben'), ben.sees('ann', 'ben')])
		expect(ann.channel.presenceState()).toMatchObject({ ben: [{ at: 'desk' }] })
		await servers[1]?.stop()
		await ann.sees('ann')
	})
})
