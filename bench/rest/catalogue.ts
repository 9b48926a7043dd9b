import { describeWideViews } from '#bench/baselines/hand-written-queries.ts'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { dropWideViews, wideViews } from '#test/support/rest/wide-views-queries.ts'
import type { Server } from '#test/support/server-process.ts'

/**
 * Measures how long reading a schema of 200 views, 8 deep and 60 columns wide, takes, and how long other responses
 * are delayed meanwhile.
 */
export async function measureCatalogue(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	const headers = { apikey: await fetchAnonKey(server.url) }
	const statusOf = async (path: string) => {
		const response = await fetch(`${server.url}${path}`, { headers })
		await response.arrayBuffer()
		return response.status
	}
	try {
		await statusOf('/rest/v1/testimonials?limit=0')
		const restUntil = performance.now() + 1000
		const atRest = await longestAnswer(server, () => performance.now() > restUntil)
		await owner.query(wideViews)
		const created = performance.now()
		let isKnown = false
		const probing = longestAnswer(server, () => isKnown)
		while ((await statusOf('/rest/v1/wide_25_8?limit=0')) !== 200)
			if (performance.now() - created > 60_000) throw new Error('the new views stay unknown')
		const known = performance.now() - created
		isKnown = true
		const longest = await probing
		const asked = performance.now()
		await owner.query(describeWideViews)
		const described = performance.now() - asked
		return [
			plain('200 views, 8 deep, 60 columns: described by PostgreSQL', described, 'ms'),
			plain('the same: known after', known, 'ms'),
			atMost('known / described', known / described, '×', 10),
			plain('longest answer of /health in a second at rest', atRest, 'ms'),
			plain('longest answer of /health meanwhile', longest, 'ms'),
			atMost('longest answer meanwhile / known', longest / known, '×', 0.1),
		]
	} finally {
		await owner.query(dropWideViews)
		await owner.end()
	}
}

async function longestAnswer(server: Server, isOver: () => boolean): Promise<number> {
	let longest = 0
	while (!isOver()) {
		const started = performance.now()
		await (await fetch(`${server.url}/health`)).arrayBuffer()
		longest = Math.max(longest, performance.now() - started)
	}
	return longest
}
