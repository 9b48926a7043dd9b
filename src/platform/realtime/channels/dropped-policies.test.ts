import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { openRealtimeSocket, type RealtimeSocket } from '#test/support/realtime/socket.ts'
import { asOwner } from '#test/support/test-database.ts'

/** As operators who start over do it. */
const dropAllPolicies = `do $$ declare one record; begin
	for one in select policyname from pg_policies where schemaname = 'realtime' and tablename = 'messages' loop
		execute format('drop policy %I on realtime.messages', one.policyname);
	end loop; end $$`
const policies = `
	create policy hears on realtime.messages for select to authenticated using (realtime.topic() = 'room');
	create policy sends on realtime.messages for insert to authenticated with check (realtime.topic() = 'room')`

describe('after all policies of realtime.messages were dropped', () => {
	let platform: PlatformApp
	let socket: RealtimeSocket
	const sql = <Row extends object>(text: string) => asOwner<Row>(platform.database, text)
	const join = async () => {
		const access_token = platform.token(randomUUID())
		const config = { private: true, broadcast: { ack: true, self: true, replay: { since: 0 } } }
		const { ref, payload } = await socket.ask('realtime:room', 'phx_join', { config, access_token })
		return { ref: String(ref), ...payload }
	}
	const send = (body: object, path = 'room/events/x?private=true') =>
		fetch(`${platform.url}/realtime/v1/api/broadcast/${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: {
				apikey: platform.deps.keys.anonKey,
				authorization: `Bearer ${platform.token(randomUUID())}`,
			},
		})

	beforeAll(async () => {
		platform = await openPlatformApp()
		socket = await openRealtimeSocket(platform.url, platform.deps.keys.anonKey)
		await sql(policies)
	})
	afterAll(async () => {
		socket.close()
		await platform.close()
	})

	it('without policies a private channel is refused, until they are restored', async () => {
		expect((await join()).status).toBe('ok')
		await sql(dropAllPolicies)
		const refused = 'Unauthorized: You do not have permissions to read from this Channel topic: room'
		expect((await join()).response?.reason).toBe(refused)
		await sql(policies)
		const { ref, status } = await join()
		expect(status).toBe('ok')
		const message = { type: 'broadcast', event: 'hello', payload: {} }
		const sent = await socket.ask('realtime:room', 'broadcast', message, ref)
		expect(sent.payload.status).toBe('ok')
		await socket.find(({ event, payload }) => event === 'broadcast' && payload.event === 'hello')
	})

	it('without policies a private message over HTTP is dropped, and one of the service is stored', async () => {
		await sql(dropAllPolicies)
		expect((await send({ n: 1 })).status).toBe(202)
		await sql(`select realtime.send('{"n": 2}', 'kept', 'room')`)
		await sql(policies)
		expect((await join()).status).toBe('ok')
		const isReplayed = (meta: unknown) => (meta as { replayed?: boolean } | undefined)?.replayed
		const kept = await socket.find(({ payload: { meta } }) => isReplayed(meta) === true)
		expect(kept.payload).toMatchObject({ event: 'kept', payload: { n: 2 } })
		expect(socket.frames.items.some(({ payload }) => payload.event === 'x')).toBe(false)
	})
})
