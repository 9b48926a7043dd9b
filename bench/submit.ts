import type { Server } from '#test/server.ts'
import type { TestSpace } from '#test/space.ts'
import { submissionTo } from '#test/submission.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { load } from './load.ts'

/** Durable submissions with all checks, while somebody reads the wall. */
export async function measureSubmit(
	server: Server,
	space: TestSpace,
	wallSlug: string,
): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const body = 'NUMBER. They reframed my daughter’s potato print as if it were a master.'
	const submission = JSON.stringify(submissionTo(space, { body }))
	const script = `
		local n = 0
		local base = string.format('%08x', math.floor(${Math.random() * 2 ** 31}))
		request = function()
			n = n + 1
			local key = string.format('%s-0000-4000-8000-%012x', base, n)
			local body = ([==[${submission}]==]):gsub('NUMBER', base .. '-' .. n)
			return wrk.format('POST', nil, { ['content-type'] = 'application/json', ['idempotency-key'] = key }, body)
		end`
	const url = `${base}/functions/v1/submit`
	await load(url, { seconds: 1, script })
	const [writes, reads] = await Promise.all([
		load(url, { seconds: 8, connections: 32, script }),
		load(`${base}/w/${wallSlug}`, { seconds: 8, connections: 4 }),
	])
	const alone = await load(url, { seconds: 5, connections: 32, script })
	return [
		atLeast('submissions, 32 connections', alone.perSecond, 'per s', 2000),
		plain('submissions, p99', alone.p99, 'ms'),
		plain('submissions while the wall is read', writes.perSecond, 'per s'),
		plain('cached wall meanwhile (4 connections)', reads.perSecond, 'requests/s'),
		atMost('cached wall p99 meanwhile', reads.p99, 'ms', 20),
		atMost('failed', writes.failed + alone.failed + reads.failed, 'requests', 0),
	]
}
