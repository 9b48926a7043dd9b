import { Agent } from 'node:http'
import type pg from 'pg'
import { atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { fetchStatus } from '#bench/steady-load.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { memberHeaders } from './rest.ts'
import { fillSpace, gatherStatistics, someKeys, withoutTriggers } from './row-pages-queries.ts'

const sizes = [10_000, 1_000_000] as const
const pages = 400

/**
 * Measures keyset pages over a space of ten thousand rows and one of a million: a page at the end must cost no more
 * than the first.
 */
export async function measurePagesOfRows(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	try {
		await owner.query(withoutTriggers)
		const readers = []
		for (const size of sizes) readers.push(await prepare(server, owner, size))
		await owner.query(gatherStatistics)
		// The spaces alternate, so that noise of the machine affects both.
		const times: number[][] = [[], []]
		for (let i = 0; i < pages; i++) for (const [index, read] of readers.entries()) times[index]?.push(await read(i))
		const [small = 0, large = 0] = times.map((list) => quantile(list.slice(pages / 10), 0.95))
		return [
			plain('a page of 50 among 10,000, p95', small, 'ms'),
			plain('a page of 50 among 1,000,000, p95', large, 'ms'),
			atMost('among 1,000,000 / among 10,000', large / small, '×', 1.2),
		]
	} finally {
		await owner.end()
	}
}

/**
 * Fills a space of a new owner.
 * @returns a function that reads the n-th page and returns its duration in milliseconds
 */
async function prepare(server: Server, owner: pg.Client, size: number) {
	const space = await makeSpace(server.url)
	await owner.query(fillSpace, [size, space.spaceId])
	const { rows: keys } = await owner.query<{ id: string; at: string }>(someKeys, [space.spaceId, pages])
	const headers = await memberHeaders(server, space)
	const agent = new Agent({ keepAlive: true, maxSockets: 1 })
	const base = `${server.url.replace('localhost', '127.0.0.1')}/rest/v1/testimonials?select=id,author_name,body,rating,submitted_at&space_id=eq.${space.spaceId}&order=submitted_at.desc,id.desc&limit=50`
	// A prime step visits different places each time.
	return (i: number): Promise<number> => {
		const { id = '', at = '' } = keys[(i * 37) % keys.length] ?? {}
		const after = `(submitted_at.lt."${at}",and(submitted_at.eq."${at}",id.lt.${id}))`
		return timed(`${base}&or=${encodeURIComponent(after)}`, headers, agent)
	}
}

async function timed(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
	const started = performance.now()
	const status = await fetchStatus(url, agent, headers)
	if (status !== 200) throw new Error(`a page answered ${status}`)
	return performance.now() - started
}
