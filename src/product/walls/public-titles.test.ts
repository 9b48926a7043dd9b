import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const title = 'Four bowls & <no> ashtray'
const escaped = 'Four bowls &amp; &lt;no&gt; ashtray'
const body = 'I expected a lumpy ashtray.'

let app: TestApp
let titled: string
let plain: string
let wall: string
beforeAll(async () => {
	app = await createTestApp()
	const made = await makeWall(app.database, 'titled', { name: 'Fernhill' })
	wall = made.wall
	;[plain = '', titled = ''] = await publishTestimonials(app.database, made.space, [
		{ body: 'Nobody hurried me.', name: 'Ann' },
		{ body, title, name: 'Ruth' },
	])
	await asOwner(
		app.database,
		`update public.walls set structured_data = true, page_filters = '{search}' where slug = 'titled'`,
	)
})
afterAll(() => app.close())

const read = async (path: string) => (await app.fetch(`${app.url}${path}`)).text()

it('the hosted wall and the page of a testimonial have its title above its words', async () => {
	const above = `<h2 class="headline" part="title" dir="auto">${escaped}</h2><blockquote class="words"`
	for (const path of ['/w/titled', `/p/${titled}`]) {
		const html = await read(path)
		expect(html.split(above), path).toHaveLength(2)
		expect(html, path).not.toContain('<no>')
	}
	expect(await read(`/p/${titled}`)).toContain(
		'<title>Four bowls &#38; &#60;no&#62; ashtray · Ruth on Fernhill</title>',
	)
	expect(await read(`/p/${plain}`)).not.toContain('part="title"')
})

it('the JSON of a wall has the title beside the text, and static HTML shows it', async () => {
	const { items } = JSON.parse(await read('/functions/v1/wall?slug=titled'))
	expect(items.map((item: { title: string | null; text: string }) => [item.title, item.text])).toEqual([
		[title, body],
		[null, 'Nobody hurried me.'],
	])
	expect(await read(`/embed/${wall}.html`)).toContain(`part="title" dir="auto">${escaped}</b><blockquote`)
})

it('feeds name an entry by its title, and by its author without one', async () => {
	const { items } = JSON.parse(await read('/w/titled/feed.json'))
	expect(items.map((item: { title: string }) => item.title)).toEqual([title, 'Ann on Fernhill'])
	expect(await read('/w/titled/feed.atom')).toContain('<title>Four bowls &#38; &#60;no&#62; ashtray</title>')
})

it('structured data has the title as a headline, and none without', async () => {
	const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read('/w/titled')) ?? []
	const reviews: { headline?: string; reviewBody: string }[] = JSON.parse(data).mainEntity.review
	expect(reviews.map(({ headline, reviewBody }) => [headline, reviewBody])).toEqual([
		[title, body],
		[undefined, 'Nobody hurried me.'],
	])
})

it('a search of the wall finds the words of a title', async () => {
	const html = await read('/w/titled?q=bowls')
	expect(html).toContain(body)
	expect(html).not.toContain('Nobody hurried me.')
})
