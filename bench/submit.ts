import type { TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import type { Server } from '#test/support/server-process.ts'
import { measureInserts } from './auth/auth.ts'
import { answerOf, startBare, startHandWritten } from './baselines/baselines.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { load, medianPair, ratio } from './load.ts'
import { steadyLoad } from './steady-load.ts'

/** A wrk script that submits to a space; each request has a new idempotency key, as a repeated one is answered without a write. */
export function submissionScript(space: TestSpace): string {
	const body = 'NUMBER. They reframed my daughter’s potato print as if it were a master.'
	const submission = JSON.stringify(submissionBody(space, { body }))
	return `
		local n = 0
		local base = string.format('%08x', math.floor(${Math.random() * 2 ** 31}))
		request = function()
			n = n + 1
			local key = string.format('%s-0000-4000-8000-%012x', base, n)
			local body = ([==[${submission}]==]):gsub('NUMBER', base .. '-' .. n)
			return wrk.format('POST', nil, { ['content-type'] = 'application/json', ['idempotency-key'] = key }, body)
		end`
}

/**
 * Measures durable submissions with all checks: alone, with wall readers at a steady rate, and with wall readers at
 * full load.
 */
export async function measureSubmit(server: Server, space: TestSpace, wallSlug: string): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const url = `${base}/functions/v1/submit`
	await load(url, { seconds: 5, script: submissionScript(space) })
	const wall = `${base}/w/${wallSlug}`
	const bare = await startBare(await answerOf(wall))
	const handWritten = await startHandWritten(server.dataDir)
	const send = (seconds: number) => load(url, { seconds, connections: 32, script: submissionScript(space) })
	try {
		const [calm, visitors, bareVisitors] = await Promise.all([
			send(8),
			steadyLoad(wall, 200, 8),
			steadyLoad(bare.url, 200, 8),
		])
		const [flooded, reads] = await Promise.all([send(8), load(wall, { seconds: 8, connections: 4 })])
		const [besideBare, bareReads] = await Promise.all([send(8), load(bare.url, { seconds: 8, connections: 4 })])
		const alone = await medianPair(3, async () => ({
			ours: await send(5),
			theirs: await measureInserts(handWritten, 32),
		}))
		const inserts = alone.theirs.perSecond
		const all = [calm, visitors, flooded, reads, besideBare, alone.ours]
		return [
			plain('bare durable inserts, 32 connections', inserts, 'per s'),
			plain('submissions alone, the same', alone.ours.perSecond, 'per s'),
			atLeast('submissions alone / bare durable insert', ratio(alone), '×', 0.3),
			plain('submissions alone, p99', alone.ours.p99, 'ms'),
			plain('submissions while visitors read the wall', calm.perSecond, 'per s'),
			atLeast('the same / bare durable insert alone', calm.perSecond / inserts, '×', 0.12),
			plain('visitors of the cached wall meanwhile', visitors.perSecond, 'per s'),
			plain('visitors wait, median', visitors.p50, 'ms'),
			plain('visitors wait, p99', visitors.p99, 'ms'),
			atMost('the same / at a bare server meanwhile', visitors.p99 / bareVisitors.p99, '×', 4),
			plain('submissions while the wall is read flat out', flooded.perSecond, 'per s'),
			plain('cached wall meanwhile, flat out (4 connections)', reads.perSecond, 'requests/s'),
			plain('cached wall p99 meanwhile, flat out', reads.p99, 'ms'),
			atMost('the same / a bare server in its place', reads.p99 / bareReads.p99, '×', 10),
			atMost(
				'failed',
				all.reduce((sum, { failed }) => sum + failed, 0),
				'requests',
				0,
			),
		]
	} finally {
		bare.stop()
		handWritten.stop()
	}
}
