import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

type Choice = { kinds?: string[]; tags?: string[]; since?: string; fixed?: string[]; named?: boolean; most?: number }

let database: TestDatabase
let space: string
/** Testimonials by what they say; the newest stands first on a wall. */
let ids: Record<string, string>
let tags: string[]

beforeAll(async () => {
	database = await createTestDatabase()
	space = (await makeWall(database, 'chosen')).space
	const bodies = ['old', 'tagged', 'other tag', 'new']
	const published = await publishTestimonials(database, space, [
		{ body: 'old', minute: 0 },
		{ body: 'tagged', minute: 2 * 1440 },
		{ body: 'other tag', minute: 3 * 1440 },
		{ body: 'new', minute: 4 * 1440 },
	])
	ids = Object.fromEntries(bodies.map((body, index) => [body, published[index] ?? '']))
	const rows = await asOwner<{ id: string }>(
		database,
		"insert into public.tags (space_id, name) values ($1, 'One'), ($1, 'Two') returning id",
		[space],
	)
	tags = rows.map(({ id }) => id)
	const pairs = [ids.tagged, tags[0], ids['other tag'], tags[1]]
	const text =
		'insert into public.testimonial_tags (space_id, testimonial_id, tag_id) values ($1, $2, $3), ($1, $4, $5)'
	await asOwner(database, text, [space, ...pairs])
})
afterAll(() => database.drop())

async function chosen({
	kinds,
	tags,
	since,
	fixed = [],
	named = false,
	most = 100,
}: Choice): Promise<(string | undefined)[]> {
	const rows = await asOwner<{ testimonial_id: string }>(
		database,
		'select testimonial_id from private.wall_chosen($1, $2, null, $3, $4, $5, $6, $7) order by place',
		[space, kinds ?? null, tags ?? null, since ?? null, fixed, named, most],
	)
	const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
	return rows.map(({ testimonial_id }) => names.get(testimonial_id))
}

it('a wall without rules shows all, the newest first', async () => {
	expect(await chosen({})).toEqual(['new', 'other tag', 'tagged', 'old'])
	expect(await chosen({ most: 2 })).toEqual(['new', 'other tag'])
})

it('a wall that selects by tags shows those that have one of them', async () => {
	expect(await chosen({ tags: tags.slice(0, 1) })).toEqual(['tagged'])
	expect(await chosen({ tags })).toEqual(['other tag', 'tagged'])
})

it('every rule of a wall must hold', async () => {
	expect(await chosen({ kinds: ['video'] })).toEqual([])
	expect(await chosen({ since: '2026-01-03' })).toEqual(['new', 'other tag', 'tagged'])
	expect(await chosen({ kinds: ['text'], since: '2026-01-04', tags })).toEqual(['other tag'])
	expect(await chosen({ kinds: ['video'], tags })).toEqual([])
})

it('what is placed or named by hand stands first, whatever the rules say', async () => {
	const fixed = [ids.old ?? '', ids.tagged ?? '']
	expect(await chosen({ fixed, since: '2026-01-05' })).toEqual(['old', 'tagged', 'new'])
	expect(await chosen({ fixed, since: '2026-01-05', named: true })).toEqual(['old', 'tagged'])
})
