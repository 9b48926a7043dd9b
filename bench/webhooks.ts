import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { load, medianPair, ratio } from './load.ts'
import { memoryOf } from './processes.ts'
import { submissionScript } from './submit.ts'

const rounds = Number(process.env.BENCH_WEBHOOK_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_WEBHOOK_SECONDS ?? 5)
const replayed = Number(process.env.BENCH_WEBHOOK_REPLAYED ?? 10_000)

/**
 * Measures submissions to a space with a webhook against one without, in turns; the first delivery after a commit; and ten thousand
 * deliveries in flat memory.
 */
export async function measureWebhooks(): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off', WEBHOOKS_PRIVATE: 'on' })
	let calls = 0
	let onCall = () => {}
	const receiver = createServer((request, response) => {
		request.resume().on('end', () => {
			calls++
			response.writeHead(204).end()
			onCall()
		})
	})
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
	try {
		const [told, quiet] = [await makeSpace(server.url), await makeSpace(server.url)]
		const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
		const { data } = await told.client
			.rpc('create_webhook', { space_id: told.spaceId, url, events: ['testimonial.created'], kind: 'standard' })
			.throwOnError()
		const { id } = data as { id: string }
		const base = server.url.replace('localhost', '127.0.0.1')
		const send = (space: TestSpace) =>
			load(`${base}/functions/v1/submit`, { seconds, connections: 32, script: submissionScript(space) })

		const waits: number[] = []
		for (let number = 0; number < 10; number++) {
			await pause(1000)
			const called = new Promise<number>((resolve) => {
				onCall = () => resolve(performance.now())
			})
			await submitTestimonial(server.url, told, { body: `Words of number ${number}.` })
			const committed = performance.now()
			waits.push((await called) - committed)
		}
		onCall = () => {}
		await send(quiet)
		// Both begin rested, and change places: whichever follows the other at once is slower by a quarter.
		const sendRested = async (space: TestSpace) => {
			await drained(told, id)
			await pause(3000)
			return send(space)
		}
		let isToldFirst = false
		const pair = await medianPair(rounds, async () => {
			isToldFirst = !isToldFirst
			if (isToldFirst) return { ours: await sendRested(told), theirs: await sendRested(quiet) }
			const theirs = await sendRested(quiet)
			return { ours: await sendRested(told), theirs }
		})
		await drained(told, id)

		const before = await memoryOf(server.pid, false)
		const already = calls
		const log = () =>
			told.client.from('webhook_deliveries').select('happened_at', { count: 'exact' }).eq('webhook_id', id)
		const { count } = await log().limit(0).throwOnError()
		const lastIndex = Math.min(replayed, count ?? 0) - 1
		const { data: last } = await log().order('happened_at').range(lastIndex, lastIndex).throwOnError()
		await told.client.from('webhooks').update({ is_active: false }).eq('id', id).throwOnError()
		await fetch(`${server.url}/functions/v1/webhook-replay`, {
			method: 'POST',
			headers: { authorization: `Bearer ${told.session.access_token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ id, from: new Date(Date.now() - 3_600_000).toISOString(), to: last.at(-1)?.happened_at }),
		})
		const started = performance.now()
		await told.client.from('webhooks').update({ is_active: true }).eq('id', id).throwOnError()
		let most = before
		const timer = setInterval(async () => {
			most = Math.max(most, await memoryOf(server.pid, false))
		}, 500)
		await drained(told, id)
		clearInterval(timer)
		return [
			plain('submissions without a webhook', pair.theirs.perSecond, 'per s'),
			plain('submissions with a webhook', pair.ours.perSecond, 'per s'),
			atLeast('with / without, in turns', ratio(pair), '×', 0.95),
			atMost('first delivery after the commit, slowest of ten', Math.max(...waits), 'ms', 1000),
			plain('deliveries of what waited', calls - already, 'deliveries'),
			plain('their rate', (calls - already) / ((performance.now() - started) / 1000), 'per s'),
			atMost('memory of the server above idle meanwhile', most - before, 'MiB', 64),
			atMost('failed', pair.ours.failed + pair.theirs.failed, 'requests', 0),
		]
	} finally {
		receiver.closeAllConnections()
		receiver.close()
		await server.stop()
	}
}

/** Waits until nothing is to be sent, so that turns do not disturb each other. */
async function drained(space: TestSpace, webhook: string): Promise<void> {
	for (;;) {
		await pause(1000)
		const waiting = await space.client
			.from('webhook_deliveries')
			.select('id')
			.eq('webhook_id', webhook)
			.eq('state', 'waiting')
			.limit(1)
			.throwOnError()
		if (waiting.data.length === 0) return
	}
}
