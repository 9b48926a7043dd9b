import type { Server } from '#test/server.ts'
import type { TestSpace } from '#test/space.ts'
import { submissionTo } from '#test/submission.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { load } from './load.ts'
import { visit } from './visitors.ts'

/** Durable submissions with all checks: alone, while visitors read the wall, and while it is read as fast as it goes. */
export async function measureSubmit(
	server: Server,
	space: TestSpace,
	wallSlug: string,
): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const body = 'NUMBER. They reframed my daughter’s potato print as if it were a master.'
	const submission = JSON.stringify(submissionTo(space, { body }))
	// New keys each time: one that was sent before is answered without being stored.
	const script = () => `
		local n = 0
		local base = string.format('%08x', math.floor(${Math.random() * 2 ** 31}))
		request = function()
			n = n + 1
			local key = string.format('%s-0000-4000-8000-%012x', base, n)
			local body = ([==[${submission}]==]):gsub('NUMBER', base .. '-' .. n)
			return wrk.format('POST', nil, { ['content-type'] = 'application/json', ['idempotency-key'] = key }, body)
		end`
	const url = `${base}/functions/v1/submit`
	await load(url, { seconds: 5, script: script() })
	const wall = `${base}/w/${wallSlug}`
	const [calm, visitors] = await Promise.all([
		load(url, { seconds: 8, connections: 32, script: script() }),
		visit(wall, 200, 8),
	])
	const [flooded, reads] = await Promise.all([
		load(url, { seconds: 8, connections: 32, script: script() }),
		load(wall, { seconds: 8, connections: 4 }),
	])
	const alone = await load(url, { seconds: 5, connections: 32, script: script() })
	const failed = [calm, visitors, flooded, reads, alone].reduce((sum, l) => sum + l.failed, 0)
	return [
		plain('submissions alone, 32 connections', alone.perSecond, 'per s'),
		plain('submissions alone, p99', alone.p99, 'ms'),
		atLeast('submissions while visitors read the wall', calm.perSecond, 'per s', 2000),
		plain('visitors of the cached wall meanwhile', visitors.perSecond, 'per s'),
		plain('visitors wait, median', visitors.p50, 'ms'),
		atMost('visitors wait, p99', visitors.p99, 'ms', 20),
		plain('submissions while the wall is read flat out', flooded.perSecond, 'per s'),
		plain('cached wall meanwhile, flat out (4 connections)', reads.perSecond, 'requests/s'),
		atMost('cached wall p99 meanwhile, flat out', reads.p99, 'ms', 20),
		atMost('failed', failed, 'requests', 0),
	]
}
