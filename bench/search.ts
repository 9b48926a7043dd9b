import { join } from 'node:path'
import pg from 'pg'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { atMost, type Figure, plain } from './figure.ts'
import { indexWords, seedTestimonials } from './search-queries.ts'

const rowCount = Number(process.env.BENCH_SEARCH_ROWS ?? 100_000)
const rounds = 12

/** What members type, from a rare word to the words of every testimonial and single letters. */
const searches = [
	'teapot',
	'kiln',
	'wonderful',
	'the service',
	'wonderful kiln teap',
	'person 4711',
	'"service was"',
	'kiln -teapot',
	'te',
	'a',
	'nowhere',
]

/** Measures the search of a space with 100,000 testimonials through rest/v1, as the inbox asks. */
export async function measureSearch(server: Server): Promise<Figure[]> {
	const owner = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'postgres', database: 'plaudit' })
	await owner.connect()
	try {
		const space = await makeSpace(server.url)
		await owner.query(seedTestimonials, [space.spaceId, rowCount])
		const began = performance.now()
		await owner.query(indexWords, [space.spaceId])
		const indexed = (performance.now() - began) / 1000
		await owner.query('vacuum analyze public.testimonials, private.testimonial_words')
		const times: Record<string, number[]> = { best: [], newest: [] }
		for (let round = 0; round < rounds; round += 1)
			for (const sort of Object.keys(times))
				for (const query of searches) {
					const sent = performance.now()
					await space.client.rpc('search_testimonials', { space_id: space.spaceId, query, sort }).throwOnError()
					times[sort]?.push(performance.now() - sent)
				}
		const p95 = (sort: string) =>
			(times[sort] ?? []).sort((a, b) => a - b)[Math.floor(searches.length * rounds * 0.95)] ?? 0
		return [
			plain('testimonials', rowCount, 'rows'),
			plain('words of all written again', rowCount / indexed, 'rows per s'),
			atMost('best matches, p95', p95('best'), 'ms', 50),
			atMost('newest matches, p95', p95('newest'), 'ms', 50),
		]
	} finally {
		await owner.end()
	}
}
