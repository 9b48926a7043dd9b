import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicWall } from '#shared/wall/wall.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let wall: string
/** The order of publication: pinned first, then the newest. */
let published: string[]
/** The order by hand; a testimonial that is no longer public stays placed, and is not shown. */
let placed: string[]

beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
	const ids = []
	for (let i = 0; i < 8; i++) {
		const { body } = await postSubmission(app, submissionBody(space, { body: `Praise ${i}` }))
		await sql("update public.testimonials set status = 'approved' where id = $1", [body.id])
		ids.push(body.id ?? '')
	}
	const [pinned = '', hidden = ''] = [ids[2], ids[5]]
	await sql('update public.testimonials set is_pinned = true where id = $1', [pinned])
	await sql("update public.testimonials set status = 'archived' where id = $1", [hidden])
	published = [pinned, ...ids.filter((id) => id !== pinned && id !== hidden).reverse()]
	placed = [published[4] ?? '', hidden, published[1] ?? '']
	const [row] = await sql<{ id: string }>('select id from public.walls where space_id = $1', [space.space_id])
	wall = row?.id ?? ''
})
afterAll(() => app.close())

const sql = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)

async function arrange(order: string[], selection: object) {
	const service = app.admin()
	await service.rpc('order_wall', { wall_id: wall, testimonial_ids: order }).throwOnError()
	await service.from('walls').update({ selection }).eq('id', wall).throwOnError()
}

async function read(limit: number, cursor: string): Promise<PublicWall> {
	const query = new URLSearchParams({ slug: space.slug, limit: String(limit), cursor })
	const response = await app.fetch(`${app.url}/functions/v1/wall?${query}`)
	return (await response.json()) as PublicWall
}

const idsOf = ({ items }: PublicWall) => items.map(({ id }) => id)

const cases = [
	{ name: 'without an order', order: () => [], selection: {}, all: () => published },
	{
		name: 'with some placed by hand',
		order: () => placed,
		selection: {},
		all: () => [...new Set([published[4], published[1], ...published])],
	},
	{
		name: 'with a limit',
		order: () => [],
		selection: { limit: 5 },
		all: () => published.slice(0, 5),
	},
	{
		name: 'with both',
		order: () => placed,
		selection: { limit: 4 },
		all: () => [...new Set([published[4], published[1], ...published])].slice(0, 4),
	},
	{
		name: 'with a limit among the placed',
		order: () => placed,
		selection: { limit: 1 },
		all: () => [published[4]],
	},
]

test.each(cases)('$name, pages of every size lead through all and back', async (arranged) => {
	await arrange(arranged.order(), arranged.selection)
	const all = arranged.all()
	// The definition is remembered until the notice of the change comes.
	await expect.poll(async () => idsOf(await read(100, ''))).toEqual(all)
	for (let size = 1; size <= all.length + 1; size++) {
		const pages: PublicWall[] = []
		for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null)
			pages.push(await read(size, cursor))
		expect(pages.flatMap(idsOf)).toEqual(all)
		expect(pages.map(({ offset }) => offset)).toEqual(pages.map((_, page) => page * size))
		expect(pages[0]?.previous).toBeNull()

		// A page before that reaches into the placed is the beginning; any other is the very page.
		const last = pages.length - 1
		for (let page = last; page > 0; page--) {
			const previous = pages[page]?.previous ?? null
			if (previous === null) throw new Error('a later page names none before it')
			const before = await read(size, previous)
			const expected = previous === '' ? pages[0] : pages[page - 1]
			expect([size, page, idsOf(before)]).toEqual([size, page, idsOf(expected as PublicWall)])
			if (previous !== '') expect(before.next).toBe(pages[page - 1]?.next)
		}
	}
	const pinned = (await read(100, '')).items.filter((item) => item.pinned).map(({ id }) => id)
	const byHand = arranged.order().filter((id) => published.includes(id))
	const expected = all.filter((id) => id && (byHand.includes(id) || id === published[0]))
	expect(pinned).toEqual(expected)
})

test('a wall of chosen ids shows those, in their order, and no others', async () => {
	const ids = [published[3] ?? '', published[0] ?? '', published[5] ?? '']
	await arrange([], { ids })
	await expect.poll(async () => idsOf(await read(100, ''))).toEqual(ids)
	const first = await read(2, '')
	expect(idsOf(first)).toEqual(ids.slice(0, 2))
	const second = await read(2, first.next ?? '')
	expect([idsOf(second), second.next, second.previous]).toEqual([ids.slice(2), null, ''])
})
