import { readFile } from 'node:fs/promises'
import { DOMParser } from '@xmldom/xmldom'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const schemas = new URL('../../../test/support/schemas/', import.meta.url)
const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })
const read = async (path: string) => (await get(path)).text()

const hostile = 'Best <b>week</b> & "more" ]]> </entry></feed> <script>alert(1)</script> \ufffe ok'

async function validateAtom(xml: string) {
	const schema = await readFile(new URL('atom.rng', schemas), 'utf8')
	const { valid, errors } = await validateXML({ xml, schema, extension: 'relaxng' })
	expect(errors.map(({ message }) => message)).toEqual([])
	expect(valid).toBe(true)
}

async function validateJson(feed: unknown) {
	const schema = JSON.parse(await readFile(new URL('json-feed.schema.json', schemas), 'utf8'))
	const ajv = new Ajv2020({ allErrors: true })
	ajv.validate(schema, feed)
	expect(ajv.errors).toBeNull()
}

it('a wall has valid feeds of its newest 50, the latest published first, with stable ids and escaped words', async () => {
	const { space, wall } = await makeWall(app.database, 'followed', { name: 'Fernhill & <Sons>' })
	const given = Array.from({ length: 55 }, (_, minute) => ({ minute, body: `Number ${minute}.` }))
	const ids = await publishTestimonials(app.database, space, [
		...given,
		{ minute: 99, body: hostile, name: 'Ruth & <Ann>', rating: 4, basis: 'order' },
		{ minute: 98, body: 'كلمات جميلة', name: 'سلمى', scope: 'anonymous', rating: null, locale: 'ar' },
	])
	const answer = await get('/w/followed/feed.atom')
	expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
	expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	const xml = await answer.text()
	await validateAtom(xml)
	const entries = [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('entry')]
	const inEntry = (at: number, name: string) => entries[at]?.getElementsByTagName(name)[0]?.textContent
	expect(entries.length).toBe(50)
	expect([inEntry(0, 'id'), inEntry(1, 'id')]).toEqual([`urn:uuid:${ids[55]}`, `urn:uuid:${ids[56]}`])
	expect(inEntry(0, 'title')).toBe('Ruth & <Ann> on Fernhill & <Sons>')
	expect(inEntry(0, 'content')).toContain('&#60;b&#62;week&#60;/b&#62; &#38;')
	expect(inEntry(0, 'content')).toContain('4 of 5 stars')
	expect(inEntry(1, 'name')).not.toContain('سلمى')

	const json = JSON.parse(await read('/w/followed/feed.json'))
	await validateJson(json)
	expect(json.items.map(({ id }: { id: string }) => id)).toEqual(entries.map((_, at) => inEntry(at, 'id')))
	expect(json.items[0].content_html).not.toContain('<script')
	expect(json.items[0].content_text).toContain('<script>alert(1)</script>')
	expect(json.feed_url).toBe(`${app.url}/w/followed/feed.json`)
	expect(xml).toContain(`<id>urn:uuid:${wall}</id>`)
	expect(await read('/w/followed')).toContain(
		`<link rel="alternate" type="application/atom+xml" href="${app.url}/w/followed/feed.atom"`,
	)
})

it('a feed answers 304 to its etag, changes with its wall, and is gone with it', async () => {
	const { space } = await makeWall(app.database, 'changing')
	const [id] = await publishTestimonials(app.database, space, [{ body: 'Only for a while.' }])
	for (const format of ['atom', 'json']) {
		const path = `/w/changing/feed.${format}`
		const first = await get(path)
		expect(await first.text()).toContain('Only for a while.')
		const etag = first.headers.get('etag') ?? ''
		expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
	}
	await asOwner(app.database, 'update public.testimonials set withdrawn_at = now() where id = $1', [id])
	for (const format of ['atom', 'json'])
		await expect.poll(() => read(`/w/changing/feed.${format}`)).not.toContain('Only for a while.')
	await validateAtom(await read('/w/changing/feed.atom'))
	await validateJson(JSON.parse(await read('/w/changing/feed.json')))
	await asOwner(app.database, "update public.walls set is_published = false where slug = 'changing'")
	await expect.poll(async () => (await get('/w/changing/feed.atom')).status).toBe(404)
	for (const path of ['/w/changing/feed.rss', '/w/no-such-wall/feed.json', '/w/x/feed.atom'])
		expect((await get(path)).status, path).toBe(404)
})

it('a feed has what its wall selects by its rules and by hand', async () => {
	const { space, wall } = await makeWall(app.database, 'selected', { selection: { kinds: ['video'] } })
	const [placed] = await publishTestimonials(app.database, space, [{ body: 'Placed by hand.' }, { body: 'Text only.' }])
	const bodies = async () => {
		const { items } = JSON.parse(await read('/w/selected/feed.json'))
		return items.map(({ content_text }: { content_text: string }) => content_text.split('\n')[0])
	}
	expect(await bodies()).toEqual([])
	await asOwner(app.database, 'insert into public.wall_items values ($1, $2, $3, 0)', [space, wall, placed])
	await expect.poll(bodies).toEqual(['Placed by hand.'])
	const select = (selection: object) =>
		asOwner(app.database, 'update public.walls set selection = $2 where id = $1', [wall, selection])
	await select({ kinds: ['text'], min_date: '2026-01-02' })
	await expect.poll(bodies).toEqual(['Placed by hand.'])
	await select({ kinds: [], tags: [], limit: 1 })
	await expect.poll(bodies).toEqual(['Text only.'])
})
