import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDailyViews } from '#product/page-views/daily-views.ts'
import { createLandingStore } from '#product/pages/landing/landing-store.ts'
import { makeWall, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createEmbedRecorder } from './embed-recorder.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

let app: TestApp
let wall: WallFixture
beforeAll(async () => {
	app = await createTestApp({ SITE_URL: 'https://praise.example.com' })
	wall = await makeWall(app.database, 'seen')
})
afterAll(() => app.close())

const sites = (id = wall.wall) =>
	asOwner<{ host: string; kind: string; reserves: string }>(
		app.database,
		'select host, kind, reserves from public.wall_embeds where wall_id = $1 order by host, kind',
		[id],
	)

it('sites that load a wall are noted with the heights that their code reserves, and other requests are not', async () => {
	const id = wall.wall
	// Its stop writes what it noted.
	const node = await createTestApp({ SITE_URL: app.url }, app.database)
	const load = (path: string, referer?: string) =>
		node.fetch(`${app.url}${path}`, referer === undefined ? {} : { headers: { referer } })
	await load(`/embed/${id}.js?reserves=836-836-568`, 'https://Shop.example/prices?session=secret')
	await load(`/embed/${id}?utm=1&reserves=744-640-640`, 'http://builder.example:8080/')
	await load(`/embed/${id}.html`, 'https://several.example')
	await load(`/embed/${id}.js?reserves=836-836-568`)
	await load(`/embed/${id}.js`, `${app.url}/dashboard`)
	await load(`/embed/${id}.js?reserves=1`, 'about:blank')
	await load('/embed.js', 'https://several.example')
	await load('/embed/11111111-1111-4111-8111-111111111111.js', 'https://shop.example')
	await node.close()
	expect(await sites()).toEqual([
		{ host: 'builder.example:8080', kind: 'frame', reserves: '744-640-640' },
		{ host: 'several.example', kind: 'script', reserves: '' },
		{ host: 'shop.example', kind: 'script', reserves: '836-836-568' },
	])
})

it('a site with new code replaces its old one, and a wall keeps at most 200 sites', async () => {
	const { wall: id } = await makeWall(app.database, 'many')
	const recorder = createEmbedRecorder(app.deps, createDailyViews(app.deps, createLandingStore(app.deps)))
	const old = `/embed/${id}.js?reserves=836-836-568`
	for (let n = 0; n < 200; n++) recorder.note(old, `https://site-${n}.example/`, browser)
	await recorder.flush()
	for (let n = 200; n < 220; n++) recorder.note(old, `https://site-${n}.example/`, browser)
	recorder.note(`/embed/${id}.js?reserves=72-72-72`, 'https://site-7.example/', browser)
	await recorder.flush()
	const seen = await sites(id)
	expect(seen).toHaveLength(200)
	expect(seen.find(({ host }) => host === 'site-7.example')?.reserves).toBe('72-72-72')
})

it('a wall keeps at most 200 sites when more are noted at once', async () => {
	const { wall: id } = await makeWall(app.database, 'at-once')
	const recorder = createEmbedRecorder(app.deps, createDailyViews(app.deps, createLandingStore(app.deps)))
	for (let n = 0; n < 400; n++) recorder.note(`/embed/${id}.js`, `https://site-${n}.example/`, browser)
	await recorder.flush()
	expect(await sites(id)).toHaveLength(200)
})

it('frames of the app are no site and no view, at whichever address of the server the app is open', async () => {
	const { wall: id } = await makeWall(app.database, 'framed')
	const daily = createDailyViews(app.deps, createLandingStore(app.deps))
	const recorder = createEmbedRecorder(app.deps, daily)
	const studio = `/dashboard/walls/${id}`
	recorder.note(`/embed/${id}`, `https://praise.example.com${studio}`, browser, '127.0.0.1:3000')
	recorder.note(`/embed/${id}`, `http://192.0.2.7:3000${studio}`, browser, '192.0.2.7:3000')
	recorder.note(`/embed/${id}.js`, `http://Praise.local${studio}`, browser, 'PRAISE.local')
	await Promise.all([recorder.flush(), daily.flush()])
	expect(await sites(id)).toEqual([])
	const views = 'select embed_views from private.daily_views where wall_id = $1'
	expect(await asOwner(app.database, views, [id])).toEqual([])
	recorder.note(`/embed/${id}`, 'https://192.0.2.7.example.com/', browser, '192.0.2.7:3000')
	await Promise.all([recorder.flush(), daily.flush()])
	expect(await asOwner(app.database, `${views} and embed_views = 1`, [id])).toHaveLength(1)
})

it('a wall that is not published has no sites', async () => {
	const { wall: id } = await makeWall(app.database, 'hidden')
	await asOwner(app.database, 'update public.walls set is_published = false where id = $1', [id])
	const recorder = createEmbedRecorder(app.deps, createDailyViews(app.deps, createLandingStore(app.deps)))
	recorder.note(`/embed/${id}.js`, 'https://shop.example/', browser)
	await recorder.flush()
	expect(await sites(id)).toEqual([])
})

it('a site that was not seen for 90 days is forgotten', async () => {
	const { wall: id } = await makeWall(app.database, 'forgotten')
	const recorder = createEmbedRecorder(app.deps, createDailyViews(app.deps, createLandingStore(app.deps)))
	for (const host of ['old.example', 'new.example']) recorder.note(`/embed/${id}.js`, `https://${host}/`, browser)
	await recorder.flush()
	await asOwner(
		app.database,
		"update public.wall_embeds set seen_at = now() - interval '91 days' where wall_id = $1 and host = 'old.example'",
		[id],
	)
	await asOwner(app.database, 'select private.forget_old()')
	expect((await sites(id)).map(({ host }) => host)).toEqual(['new.example'])
})
