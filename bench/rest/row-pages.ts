import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { fillSpace, gatherStatistics, someKeys, withoutTriggers } from './row-pages-queries.ts'

const sizes = [10_000, 1_000_000] as const
const pages = 400

/**
 * Measures keyset pages over a space of ten thousand rows and one of a million: a page at the end must cost no more
 * than the first.
 */
export async function measurePagesOfRows(server: Server): Promise<Figure[]> {
	const owner = new pg.Client({
		host: join(server.dataDir, 'socket'),
		user: 'postgres',
		database: 'plaudit',
	})
	await owner.connect()
	try {
		await owner.query(withoutTriggers)
		const readers = []
		for (const size of sizes) readers.push(await prepare(server, owner, size))
		await owner.query(gatherStatistics)
		// The spaces alternate, so that noise of the machine affects both.
		const times: number[][] = [[], []]
		for (let i = 0; i < pages; i++) for (const [index, read] of readers.entries()) times[index]?.push(await read(i))
		const [small = 0, large = 0] = times.map((list) => p95(list.slice(pages / 10)))
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
	const { data } = await space.client.auth.getSession()
	const headers = {
		apikey: await fetchAnonKey(server.url),
		authorization: `Bearer ${data.session?.access_token}`,
	}
	const agent = new Agent({ keepAlive: true, maxSockets: 1 })
	const base = `${server.url.replace('localhost', '127.0.0.1')}/rest/v1/testimonials?select=id,author_name,body,rating,submitted_at&space_id=eq.${space.spaceId}&order=submitted_at.desc,id.desc&limit=50`
	// A prime step visits different places each time.
	return (i: number): Promise<number> => {
		const { id = '', at = '' } = keys[(i * 37) % keys.length] ?? {}
		const after = `(submitted_at.lt."${at}",and(submitted_at.eq."${at}",id.lt.${id}))`
		return timed(`${base}&or=${encodeURIComponent(after)}`, headers, agent)
	}
}

function timed(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
	const started = performance.now()
	return new Promise((resolve, reject) => {
		get(url, { headers, agent }, (response) => {
			response.resume()
			response.on('end', () => {
				if (response.statusCode === 200) resolve(performance.now() - started)
				else reject(new Error(`a page answered ${response.statusCode}`))
			})
		}).on('error', reject)
	})
}

function p95(times: number[]): number {
	return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}
