import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes } from '#platform/http/routing/route.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { createLandingStore } from '#product/pages/landing/landing-store.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createSitemaps } from './sitemap-routes.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ LANDING_PAGE: 'plaudit' })
})
afterAll(() => app.close())

/** A server of the sitemaps alone, without what others cached. */
function open(most?: number) {
	const sitemaps = createSitemaps(app.deps, createLandingStore(app.deps), most)
	const routes = createRoutes({ ...rootWire(app.deps), trust: 'public' })
	routes.get('/sitemap.xml', sitemaps.all)
	routes.get('/sitemap/:part', sitemaps.part)
	const { fetch } = createRouter(routes.list, app.deps)
	return async (path: string) => {
		const answer = await fetch(new Request(`${app.url}${path}`))
		return { status: answer.status, xml: await answer.text() }
	}
}

const listed = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc)

async function validate(xml: string) {
	const folder = join(dirname(createRequire(import.meta.url).resolve('sitemap/package.json')), 'schema')
	const schema = await readFile(join(folder, 'sitemap.xsd'), 'utf8')
	expect((await validateXML({ xml, schema, extension: 'schema' })).errors.map(({ message }) => message)).toEqual([])
}

it('the sitemap lists published walls, their forms and their testimonials, as far as search engines may list them', async () => {
	const shown = await makeWall(app.database, 'listed')
	const [id = '', spam] = await publishTestimonials(app.database, shown.space, [{}, {}])
	await asOwner(app.database, "update public.testimonials set spam_state = 'spam' where id = $1", [spam])
	const hidden = await makeWall(app.database, 'unlisted')
	const [secret] = await publishTestimonials(app.database, hidden.space, [{}])
	await asOwner(app.database, "update public.walls set noindex = true where slug = 'unlisted'")
	const away = await makeWall(app.database, 'unpublished')
	const [private_] = await publishTestimonials(app.database, away.space, [{}])
	await asOwner(app.database, "update public.walls set is_published = false where slug = 'unpublished'")
	const narrow = await makeWall(app.database, 'narrow', { selection: { kinds: ['video'] } })
	const [left] = await publishTestimonials(app.database, narrow.space, [{}])

	const { status, xml } = await open()('/sitemap.xml')
	expect(status).toBe(200)
	await validate(xml)
	const all = listed(xml)
	for (const path of ['/', '/w/listed', '/collect/listed', `/p/${id}`, '/w/narrow'])
		expect(all).toContain(`${app.url}${path}`)
	for (const path of ['/w/unlisted', '/collect/unlisted', '/w/unpublished'])
		expect(all).not.toContain(`${app.url}${path}`)
	for (const other of [spam, secret, private_, left]) expect(all).not.toContain(`${app.url}/p/${other}`)
	expect(xml).toMatch(/<loc>[^<]+\/p\/[^<]+<\/loc><lastmod>2026-01-01T/)

	const page = await app.fetch(`${app.url}/p/${secret}`)
	expect(page.headers.get('x-robots-tag')).toBe('noindex')
	expect(await page.text()).toContain('<meta name="robots" content="noindex">')
	expect((await app.fetch(`${app.url}/p/${id}`)).headers.get('x-robots-tag')).toBeNull()
	for (const path of ['/w/unlisted', '/w/unlisted/feed.atom', '/w/unlisted/card.png'])
		expect((await app.fetch(`${app.url}${path}`)).headers.get('x-robots-tag'), path).toBe('noindex')
})

it('a sitemap that is too long for one file is a list of parts, which hold every address once', async () => {
	const { space } = await makeWall(app.database, 'numerous')
	const ids = await publishTestimonials(
		app.database,
		space,
		Array.from({ length: 23 }, () => ({})),
	)
	const get = open(7)
	const index = await get('/sitemap.xml')
	expect(index.xml).toContain('<sitemapindex')
	const parts = listed(index.xml)
	expect(parts.length).toBeGreaterThan(4)
	const seen: string[] = []
	for (const part of parts) {
		const { status, xml } = await get(new URL(part).pathname)
		expect(status).toBe(200)
		await validate(xml)
		expect(listed(xml).length).toBeLessThanOrEqual(7)
		seen.push(...listed(xml))
	}
	const others = seen.filter((address) => address !== `${app.url}/`)
	expect(new Set(others).size).toBe(others.length)
	expect(seen).toContain(`${app.url}/`)
	for (const id of ids) expect(seen).toContain(`${app.url}/p/${id}`)
	for (const path of ['/sitemap/walls-99.xml', '/sitemap/people-1.xml', '/sitemap/walls-0.xml'])
		expect((await get(path)).status, path).toBe(404)
})
