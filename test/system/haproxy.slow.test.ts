import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HaProxy, startHaProxy } from '#test/support/http/haproxy.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const joined = (channel: RealtimeChannel) =>
	new Promise<void>((resolve, reject) => {
		channel.subscribe((status, error) => {
			if (status === 'SUBSCRIBED') resolve()
			else if (status !== 'CLOSED') reject(error ?? new Error(status))
		})
	})

describe('two nodes behind HAProxy with deploy/haproxy/haproxy.cfg', () => {
	let database: TestDatabase
	let nodes: [Server, Server]
	let balancer: HaProxy
	let space: TestSpace
	beforeAll(async () => {
		database = await createTestDatabase()
		const { host, port, user, password = '', database: name } = database.owner
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const settings = {
			DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`,
			JWT_KEYS: JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }]),
			RATE_LIMITS: 'off',
			TRUSTED_PROXIES: '127.0.0.1',
		}
		nodes = [await startServer(settings), await startServer(settings)]
		balancer = await startHaProxy([nodes[0].url, nodes[1].url])
		await bothAreUp()
		space = await makeSpace(balancer.url)
	})
	afterAll(async () => {
		await balancer?.stop()
		await Promise.all(nodes.map((node) => node.stop()))
		await database.drop()
	})

	async function bothAreUp() {
		await vi.waitFor(
			async () => {
				const lines = (await balancer.command('show stat nodes 4 -1')).trim().split('\n')
				expect(lines.map((line) => line.split(',')[17])).toEqual(['status', 'UP', 'UP'])
			},
			{ timeout: 60_000, interval: 100 },
		)
	}
	const counts = async (submissions: AcknowledgedSubmissions) =>
		submissions.compareWith(await asOwner(database, 'select id, body from public.testimonials'))

	/** Sends submissions without pause, does `work` after a hundred acknowledged ones, and ends a hundred later. */
	async function whileSubmitting(work: () => Promise<unknown>): Promise<AcknowledgedSubmissions> {
		const submissions = new AcknowledgedSubmissions(balancer.url, space)
		let acknowledged = 0
		let target = 100
		const reached = Promise.withResolvers<void>()
		const streaming = submissions.stream((isAnswered) => {
			if (isAnswered) acknowledged++
			if (acknowledged >= 100) reached.resolve()
			return acknowledged < target || target === 100
		})
		await reached.promise
		await work()
		target = acknowledged + 100
		await streaming
		return submissions
	}

	it('a websocket passes the balancer and receives what a client at the other node sends', async () => {
		const [near, far] = await Promise.all(
			[balancer.url, nodes[1].url].map(async (url) => officialClient(url, await fetchAnonKey(url))),
		)
		if (!near || !far) throw new Error('no clients')
		const inbox = new Inbox<unknown>()
		const channel = near.channel('harbour').on('broadcast', { event: 'tide' }, ({ payload }) => inbox.add(payload))
		const sender = far.channel('harbour')
		await Promise.all([joined(channel), joined(sender)])
		await sender.send({ type: 'broadcast', event: 'tide', payload: { height: 4 } })
		expect(await inbox.atLeast(1)).toEqual([{ height: 4 }])
		await Promise.all([near.removeAllChannels(), far.removeAllChannels()])
	})

	it('a node that is drained before its stop ends without one unanswered submission', async () => {
		const submissions = await whileSubmitting(async () => {
			await balancer.command('set server nodes/node1 state drain')
			expect(await nodes[0].end()).toBe(0)
		})
		const { sent, acknowledged, lost, duplicated } = await counts(submissions)
		expect({ unanswered: sent - acknowledged, lost, duplicated }).toEqual({ unanswered: 0, lost: 0, duplicated: 0 })
		await nodes[0].restart()
		await balancer.command('set server nodes/node1 state ready')
		await bothAreUp()
	})

	it('no acknowledged submission is lost when a node is killed under load, and repeated ones are stored once', async () => {
		const submissions = await whileSubmitting(() => nodes[0].kill())
		await submissions.sendAgain()
		const { sent, acknowledged, lost, duplicated } = await counts(submissions)
		expect(acknowledged).toBe(sent)
		expect({ lost, duplicated }).toEqual({ lost: 0, duplicated: 0 })
		await nodes[0].restart()
		await bothAreUp()
	})
})
