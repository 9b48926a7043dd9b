import { randomUUID } from 'node:crypto'
import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'

type Message = { event: string; payload?: Record<string, unknown> | ArrayBuffer }
const [ada, bob] = [randomUUID(), randomUUID()]

describe('broadcast and presence, on two nodes', () => {
	let first: PlatformApp
	let second: PlatformApp

	/** Joins and resolves with the channel and what it hears. */
	async function enter(
		client: SupabaseClient,
		topic: string,
		config: RealtimeChannelOptions['config'] = {},
	): Promise<{ channel: RealtimeChannel; heard: Inbox<Message>; seen: Inbox<string[]> }> {
		await client.realtime.setAuth()
		const heard = new Inbox<Message>()
		const seen = new Inbox<string[]>()
		const channel = client.channel(topic, { config })
		channel.on('broadcast', { event: '*' }, (message) => heard.add(message as Message))
		if (config.presence)
			channel.on('presence', { event: 'sync' }, () => {
				seen.add(Object.keys(channel.presenceState()).sort())
			})
		await new Promise<void>((resolve, reject) => {
			channel.subscribe((status, error) => {
				if (status === 'SUBSCRIBED') resolve()
				else if (status !== 'CLOSED') reject(error ?? new Error(status))
			})
		})
		return { channel, heard, seen }
	}
	const until = async (seen: Inbox<string[]>, wanted: string[]) => {
		for (let count = 1; ; count++) {
			const states = await seen.atLeast(count)
			if (states.some((keys) => keys.join() === wanted.join())) return
		}
	}

	beforeAll(async () => {
		first = await openPlatformApp()
		second = await openPlatformApp({}, first.database)
		await asOwner(
			first.database,
			`create policy members_read on realtime.messages for select to authenticated using (realtime.topic() = 'club-' || auth.uid());
			create policy members_send on realtime.messages for insert to authenticated
				with check (realtime.topic() = 'club-' || auth.uid() and extension = 'broadcast')`,
		)
	})
	afterAll(async () => {
		await second.close()
		await first.close()
	})

	it('a message reaches the others on every node, its sender only when asked', async () => {
		const sender = await enter(first.client(), 'talk', { broadcast: { ack: true } })
		const echo = await enter(first.client(), 'talk', { broadcast: { self: true, ack: true } })
		const far = await enter(second.client(), 'talk')
		const elsewhere = await enter(second.client(), 'other')
		const payload = { text: 'hé', n: 1 }
		expect(await sender.channel.send({ type: 'broadcast', event: 'say', payload })).toBe('ok')
		for (const { heard } of [echo, far]) expect((await heard.atLeast(1))[0]).toMatchObject({ event: 'say', payload })
		expect(await echo.channel.send({ type: 'broadcast', event: 'two', payload: {} })).toBe('ok')
		expect((await echo.heard.atLeast(2))[1]).toMatchObject({ event: 'two' })
		expect((await sender.heard.atLeast(1))[0]).toMatchObject({ event: 'two' })
		expect(elsewhere.heard.items).toEqual([])
	})

	it('bytes and long messages reach other nodes whole and in order', async () => {
		const far = await enter(second.client(), 'bulk')
		const near = await enter(first.client(), 'bulk', { broadcast: { ack: true } })
		const long = { text: 'x'.repeat(100_000) }
		const bytes = new Uint8Array([0, 1, 2, 255]).buffer
		await near.channel.send({ type: 'broadcast', event: 'long', payload: long })
		await near.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
		const [one, two] = await far.heard.atLeast(2)
		expect(one).toMatchObject({ event: 'long', payload: long })
		expect(new Uint8Array(two?.payload as ArrayBuffer)).toEqual(new Uint8Array([0, 1, 2, 255]))
	})

	it('messages over HTTP and from SQL reach both nodes', async () => {
		const here = await enter(first.client(), 'mixed')
		const there = await enter(second.client(), 'mixed')
		const outside = second.client().channel('mixed')
		expect(await outside.httpSend('by-http', { a: 1 })).toMatchObject({ success: true })
		await Promise.all([here.heard.atLeast(1), there.heard.atLeast(1)])
		await asOwner(first.database, `select realtime.send('{"b":2}', 'by-sql', 'mixed', false)`)
		for (const { heard } of [here, there])
			expect(await heard.atLeast(2)).toMatchObject([
				{ event: 'by-http', payload: { a: 1 } },
				{ event: 'by-sql', payload: { b: 2 } },
			])
	})

	it('invalid HTTP messages are refused with 422, those without a key with 401', async () => {
		const send = (body: string, headers: Record<string, string> = { apikey: first.deps.keys.anonKey }) =>
			fetch(`${first.url}/realtime/v1/api/broadcast`, { method: 'POST', body, headers })
		expect((await send('{')).status).toBe(422)
		expect((await send('{"messages":[]}')).status).toBe(422)
		expect((await send('{"messages":[{"topic":"","event":"x","payload":{}}]}')).status).toBe(422)
		const keyless = await send('{"messages":[]}', {})
		expect([keyless.status, await keyless.json()]).toEqual([
			401,
			{
				message: 'No API key found in request',
				hint: 'No `apikey` request header or url param was found.',
			},
		])
	})

	it('presence is known on both nodes, also after a member left', async () => {
		const here = await enter(first.client(), 'hall', { presence: { key: 'ann' } })
		await here.channel.track({ mood: 'calm' })
		const client = second.client()
		const there = await enter(client, 'hall', { presence: { key: 'ben' } })
		await there.channel.track({})
		await Promise.all([until(here.seen, ['ann', 'ben']), until(there.seen, ['ann', 'ben'])])
		expect(there.channel.presenceState()).toMatchObject({ ann: [{ mood: 'calm' }] })
		await here.channel.track({ mood: 'wild' })
		await there.channel.untrack()
		await until(here.seen, ['ann'])
		await here.channel.unsubscribe()
		await until(there.seen, [])
	})

	it('a private topic grants the rights of its policies', async () => {
		const options = { private: true, broadcast: { ack: true, self: true } }
		const asAda = () => first.client(first.token(ada))
		const inside = await enter(asAda(), `club-${ada}`, options)
		await inside.channel.send({ type: 'broadcast', event: 'hi', payload: {} })
		await inside.heard.atLeast(1)
		for (const client of [first.client(first.token(bob)), first.client()])
			await expect(enter(client, `club-${ada}`, options)).rejects.toThrow(/Unauthorized/)
		// The same name without `private` is another room.
		const outside = await enter(first.client(), `club-${ada}`, { broadcast: { ack: true } })
		await outside.channel.send({ type: 'broadcast', event: 'fake', payload: {} })
		await outside.channel.httpSend('fake', {})
		const { anonKey: apikey } = first.deps.keys
		const path = `${first.url}/realtime/v1/api/broadcast/club-${ada}/events/fake?private=true`
		const forged = await fetch(path, { method: 'POST', body: '{}', headers: { apikey } })
		expect(forged.status).toBe(202)
		const headers = { apikey, authorization: `Bearer ${first.token(ada)}` }
		await fetch(path.replace('fake', 'real'), { method: 'POST', body: '{}', headers })
		const events = (await inside.heard.atLeast(2)).map(({ event }) => event)
		expect(events).toEqual(['hi', 'real'])
	})
})
