import { atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { indexWords, makeFewRare, seedAddresses, seedTestimonials } from './queries.ts'

const rowCount = Number(process.env.BENCH_SEARCH_ROWS ?? 200_000)
const fewRows = 200
const rounds = 12

/** Searches of members, from a rare word to the words of every testimonial and single letters. */
const searches = [
	'teapot',
	'kiln',
	'wonderful',
	'won',
	'the service',
	'wonderful kiln teap',
	'person 4711',
	'person.4711@example.test',
	'"service was"',
	'kiln -teapot',
	// Words in one of six, one of thirty and one of fifty testimonials.
	'cfcd',
	'c4ca42',
	'eccbc8',
	'te',
	// Digits: of a year, of an order, of a person's number.
	'2024',
	'123',
	'#10234',
	'12',
	'a',
	'nowhere',
]
const sorts = ['best', 'newest', 'oldest'] as const
/** Filters that one of ten thousand testimonials passes, with a word that all have. */
const rareFilters = [
	{ ratings: ['1'] },
	{ kinds: ['video'] },
	{ view: 'starred' },
	{ view: 'archived' },
	{ view: 'suspect' },
]

/** Measures the search of a space with 200,000 testimonials beside one with 200 through rest/v1, as the inbox asks. */
export async function measureSearch(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	try {
		const large = await makeSpace(server.url)
		const small = await makeSpace(server.url)
		for (const [space, rows] of [
			[large, rowCount],
			[small, fewRows],
		] as const) {
			await owner.query(seedTestimonials, [space.spaceId, rows])
			await owner.query(seedAddresses, [space.spaceId])
			await owner.query(makeFewRare, [space.spaceId])
		}
		const began = performance.now()
		await owner.query(indexWords, [large.spaceId])
		const indexed = (performance.now() - began) / 1000
		await owner.query(indexWords, [small.spaceId])
		await owner.query('vacuum analyze public.testimonials, private.search_words')
		const figures = [
			plain('testimonials', rowCount, 'rows'),
			plain('words of all written again', rowCount / indexed, 'rows per s'),
		]
		for (const sort of sorts)
			figures.push(
				...(await compare(
					`${sort} matches`,
					large,
					small,
					searches.map((query) => ({ query, sort })),
				)),
			)
		const filtered = rareFilters.flatMap((filter) => sorts.map((sort) => ({ query: 'wonderful', sort, filter })))
		figures.push(...(await compare('a word below a rare filter', large, small, filtered)))
		return figures
	} finally {
		await owner.end()
	}
}

/** Sends each search to both spaces in turn, so that a busy machine slows both. */
async function compare(name: string, large: TestSpace, small: TestSpace, asked: readonly object[]): Promise<Figure[]> {
	const times = new Map<TestSpace, number[]>([
		[large, []],
		[small, []],
	])
	for (let round = 0; round < rounds; round += 1)
		for (const search of asked)
			for (const [space, taken] of times) {
				const sent = performance.now()
				await space.client.rpc('search_testimonials', { space_id: space.spaceId, ...search }).throwOnError()
				taken.push(performance.now() - sent)
			}
	const [many, few] = [large, small].map((space) => quantile(times.get(space) ?? [], 0.95))
	return [
		atMost(`${name}, p95`, many ?? 0, 'ms', 50),
		plain(`${name} in a space of ${fewRows}, p95`, few ?? 0, 'ms'),
		atMost(`${name}, times those of ${fewRows}`, (many ?? 0) / (few ?? 1), '', 2),
	]
}
