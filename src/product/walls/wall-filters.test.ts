import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let delivery: string
let secret: string
const slug = 'filtered'
let space: string
let ids: string[]

beforeAll(async () => {
	app = await createTestApp()
	;({ space } = await makeWall(app.database, slug, { name: 'Fernhill' }))
	ids = await publishTestimonials(app.database, space, [
		{ body: 'Delivered before noon.', name: 'Ann' },
		{ body: 'الخزف جميل جدا', name: 'Bilal', locale: 'ar' },
		{ body: 'Said “never again”, came back 100% twice, for a 5"x7\\9 frame.', name: 'Chris' },
		{ body: 'A short walk 🎉', name: 'Dora', kind: 'photo' },
		{ body: 'ÜBER alles gut, Kapıda und IŞIL.', name: 'Emil', locale: 'de' },
		{ body: 'Delivered by hand.', name: 'Fay' },
	])
	await asOwner(
		app.database,
		`insert into public.media (space_id, testimonial_id, kind, path, mime, bytes, state)
			values ($1, $2, 'photo', $3, 'image/webp', 9, 'ready')`,
		[space, ids[3], `${space}/${ids[3]}/photo.webp`],
	)
	;[delivery = '', secret = ''] = await Promise.all([addTag('Delivery <fast>', [0, 3, 5]), addTag('Legal check', [])])
	await set({ page_filters: ['kind', 'tag', 'search'] })
})
afterAll(() => app.close())

async function addTag(name: string, on: number[]): Promise<string> {
	const text = 'insert into public.tags (space_id, name) values ($1, $2) returning id'
	const [tag] = await asOwner<{ id: string }>(app.database, text, [space, name])
	const tagged = on.map((at) => ids[at])
	await asOwner(
		app.database,
		'insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select $1, unnest($2::uuid[]), $3',
		[space, tagged, tag?.id],
	)
	return tag?.id ?? ''
}

const set = (columns: Record<string, unknown>) =>
	app
		.admin()
		.from('walls')
		.update(columns)
		.eq('slug', slug)
		.throwOnError()
		.then(() => {})

async function open(query = '') {
	const answer = await app.fetch(`${app.url}/w/${slug}${query}`)
	const html = await answer.text()
	const names = [...html.matchAll(/id="t-([0-9a-f-]+)"/g)].map(([, id = '']) => 'ABCDEF'[ids.indexOf(id)])
	return { status: answer.status, headers: answer.headers, html, names: names.sort().join('') }
}

const search = (words: string) => open(`?q=${encodeURIComponent(words)}`)

describe('the filters of a hosted wall', () => {
	it('kinds, tags and a search are offered as links and a form, with the tags of its testimonials alone', async () => {
		const { html, names } = await open()
		expect(names).toBe('ABCDEF')
		expect(html).toContain(`href="/w/${slug}?kind=photo"`)
		expect(html).toContain(`href="/w/${slug}?tag=${delivery}"`)
		expect(html).toContain('Delivery &lt;fast&gt;')
		expect(html).not.toContain('Legal check')
		expect(html).not.toContain('?kind=audio')
		expect(html).toContain(`<form action="/w/${slug}" method="get">`)
	})

	it('parts of a filter are joined by "and", whatever their order in the address', async () => {
		expect((await open('?kind=text')).names).toBe('ABCEF')
		expect((await open(`?tag=${delivery}`)).names).toBe('ADF')
		expect((await open(`?tag=${delivery}&kind=text`)).names).toBe('AF')
		const both = await open(`?q=hand&kind=text&utm=x&tag=${delivery.toUpperCase()}`)
		expect(both.names).toBe('F')
		expect(both.html).toContain('1 of 6 on this wall')
		expect(both.html).toContain(`href="/w/${slug}?tag=${delivery}&amp;q=hand"`)
	})

	it('a filtered page is for no search engine, and a search is in no shared cache', async () => {
		const whole = await open()
		expect(whole.headers.get('x-robots-tag')).toBeNull()
		expect(whole.html).toContain('rel="canonical"')
		const kind = await open('?kind=text')
		expect(kind.headers.get('x-robots-tag')).toBe('noindex')
		expect(kind.headers.get('cache-control')).toContain('public')
		expect(kind.html).not.toContain('rel="canonical"')
		expect((await search('hand')).headers.get('cache-control')).toBe('private, no-cache')
	})

	it.each([
		['delivered', 'AF'],
		['DELIVERED hand', 'F'],
		['"Delivered"', 'AF'],
		['über', 'E'],
		['Über', 'E'],
		['kapida', 'E'],
		['KAPIDA işil', 'E'],
		['KAPİDA', 'E'],
		['ışıl', 'E'],
		['delıvered', 'AF'],
		['الخزف', 'B'],
		['🎉', 'D'],
		['100%', 'C'],
		['5"x7\\9', 'C'],
		['pinned', ''],
		['fay', 'F'],
		['z', ''],
		['delivered & !noon | (hand:*', ''],
		["'; drop table walls; --", ''],
		['_', ''],
		['\\', 'C'],
	])('a search for %j finds words and authors as they are typed', async (words, names) => {
		const { status, html, ...found } = await search(words)
		expect([status, found.names]).toEqual([200, names])
		if (names === '') expect(html).toContain(`href="/w/${slug}">Show the whole wall`)
	})

	it('a filter that matches nothing says so and leads back, and text in it is no markup', async () => {
		const { status, html } = await search('<script>alert(1)</script>')
		expect(status).toBe(200)
		expect(html).toContain('Nothing on this wall contains “&lt;script&gt;alert(1)&lt;/script&gt;”.')
		const long = await search('a'.repeat(3000))
		expect(long.html).toContain(`value="${'a'.repeat(100)}"`)
		expect((await open('?q=%ED%A0%80%')).status).toBe(200)
		expect((await open(`?tag=${secret}`)).html).toContain('Nothing on this wall matches.')
		expect((await open('?tag=nonsense&kind=song')).names).toBe('ABCDEF')
	})

	it('what the wall itself selects stays selected under a filter, also by hand and up to its limit', async () => {
		await set({ selection: { limit: 3 } })
		await expect.poll(async () => (await open()).names).toBe('DEF')
		expect((await open('?kind=text')).names).toBe('EF')
		expect((await open(`?tag=${delivery}`)).html).toContain('2 of 3 on this wall')
		await set({ selection: { ids: [ids[1], ids[3]] } })
		await expect.poll(async () => (await open('?kind=text')).names).toBe('B')
		expect((await search('delivered')).names).toBe('')
		await set({ selection: { kinds: ['photo'] } })
		await expect.poll(async () => (await open('?kind=text')).names).toBe('')
		await set({ selection: {} })
		await expect.poll(async () => (await open()).names).toBe('ABCDEF')
	})

	it('where a wall does not name its tags, neither their names nor their filter are there', async () => {
		await set({ page_filters: ['kind'] })
		await expect.poll(async () => (await open()).html).not.toContain('type="search"')
		const { html, names } = await open(`?tag=${delivery}&q=hand`)
		expect(names).toBe('ABCDEF')
		expect(html).not.toContain('Delivery')
		await set({ page_filters: ['kind', 'tag', 'search'] })
		await expect.poll(async () => (await open()).html).toContain('Delivery')
	})

	it('a renamed tag has its new name, and a deleted one is gone', async () => {
		const tag = await addTag('Old name', [1])
		await expect.poll(async () => (await open()).html).toContain('Old name')
		await asOwner(app.database, 'update public.tags set name = $1 where id = $2', ['New name', tag])
		await expect.poll(async () => (await open()).html).toContain('New name')
		expect((await open(`?tag=${tag}`)).names).toBe('B')
		await asOwner(app.database, 'delete from public.tags where id = $1', [tag])
		await expect.poll(async () => (await open(`?tag=${tag}`)).html).toContain('Nothing on this wall matches.')
	})

	it('pages of a filter lead through all its matches, and their cursors count for no other filter', async () => {
		const other = await makeWall(app.database, 'numerous')
		const all = await publishTestimonials(
			app.database,
			other.space,
			Array.from({ length: 120 }, (_, at) => ({ body: at % 2 ? `Odd ${at}.` : `Even ${at}.` })),
		)
		const read = async (path: string) => (await app.fetch(`${app.url}${path}`)).text()
		const next = (html: string) => /<link rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&')
		const seen: string[] = []
		let pages = 0
		for (let path: string | undefined = '/w/numerous?q=odd'; path; pages++) {
			const html = await read(path)
			seen.push(...[...html.matchAll(/id="t-([0-9a-f-]+)"/g)].map(([, id = '']) => id))
			path = next(html)?.replace(app.url, '')
		}
		expect(pages).toBe(2)
		expect(new Set(seen)).toEqual(new Set(all.filter((_, at) => at % 2)))
		const cursor = new URL(next(await read('/w/numerous?q=odd')) ?? '').searchParams.get('cursor')
		expect(await read(`/w/numerous?q=even&cursor=${cursor}`)).toContain('Even 118.')
		expect(await read(`/w/numerous?q=odd&cursor=${cursor}`)).not.toContain('Odd 119.')
		expect(await read(`/w/numerous?cursor=${cursor}`)).toContain('rel="canonical"')
	})
})
