import { setTimeout } from 'node:timers/promises'
import { atLeast, atMost, type Figure, plain } from '#bench/figure.ts'
import { load, median, medianPair, ratio } from '#bench/load.ts'
import { connectOwner } from '#bench/owner.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'

/** Measures the sealing of the entries that are there, a receipt below a full checkpoint, and the public proof beside `/p`. */
export async function measureProof(server: Server, space: TestSpace): Promise<Figure[]> {
	const url = server.url.replace('localhost', '127.0.0.1')
	const owner = await connectOwner(server)
	const number = async (query: string) => Number((await owner.query<{ n: string }>(query)).rows[0]?.n ?? 0)
	try {
		const sent = await submitTestimonial(server.url, space)
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
		const began = performance.now()
		// The job runs each minute.
		while ((await number(unsealedEntries)) > 0) await setTimeout(100)
		const sealed = (performance.now() - began) / 1000
		const path = new URL(sent.receipt_url).pathname
		const receipt = await median(3, () => load(`${url}${path}/receipt`, { connections: 1, seconds: 3 }))
		const pair = await medianPair(3, async () => ({
			ours: await load(`${url}/proof/${sent.id}`, { seconds: 3 }),
			theirs: await load(`${url}/p/${sent.id}`, { seconds: 3 }),
		}))
		return [
			plain('entries of the largest checkpoint', await number(largestCheckpoint), 'entries'),
			atMost('until every entry is sealed', sealed, 's', 70),
			atMost('receipt, one at a time, median', receipt.p50, 'ms', 100),
			plain('public page of a testimonial', pair.theirs.perSecond, 'requests/s'),
			plain('public proof', pair.ours.perSecond, 'requests/s'),
			atLeast('public proof / page of a testimonial', ratio(pair), '×', 0.4),
			atMost('failed', receipt.failed + pair.ours.failed, 'requests', 0),
		]
	} finally {
		await owner.end()
	}
}

const unsealedEntries = 'select count(*) as n from public.testimonial_events where log_number is null'

const largestCheckpoint = 'select coalesce(max(last_entry - first_entry + 1), 0) as n from private.checkpoints'
