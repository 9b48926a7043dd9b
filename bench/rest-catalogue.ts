import { join } from 'node:path'
import pg from 'pg'
import { anonKeyOf } from '#test/client.ts'
import type { Server } from '#test/server.ts'
import { dropWideViews, wideViews } from '#test/wide-views-queries.ts'
import { atMost, type Figure, plain } from './figure.ts'

/** How long a schema of 200 views, 8 deep and 60 columns wide, takes to be known, and how long other answers wait meanwhile. */
export async function measureCatalogue(server: Server): Promise<Figure[]> {
	const owner = new pg.Client({
		host: join(server.dataDir, 'socket'),
		user: 'postgres',
		database: 'plaudit',
	})
	await owner.connect()
	const headers = { apikey: await anonKeyOf(server.url) }
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
		return [
			atMost('200 views, 8 deep, 60 columns: known after', known, 'ms', 1000),
			plain('longest answer of /health in a second at rest', atRest, 'ms'),
			atMost('longest answer of /health meanwhile', await probing, 'ms', 50),
		]
	} finally {
		await owner.query(dropWideViews)
		await owner.end()
	}
}

async function longestAnswer(server: Server, isOver: () => boolean): Promise<number> {
	let longest = 0
	while (!isOver()) {
		const asked = performance.now()
		await (await fetch(`${server.url}/health`)).arrayBuffer()
		longest = Math.max(longest, performance.now() - asked)
	}
	return longest
}
