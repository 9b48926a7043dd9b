import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DailyNumbers } from '#shared/result-rows.ts'
import { addMember } from '#test/support/product/space-fixture.ts'
import { makeWall, publishTestimonials, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
let app: TestApp
let wall: WallFixture
let viewer: Person
let stranger: Person
beforeAll(async () => {
	app = await createTestApp({ SITE_URL: 'https://praise.example.com' })
	wall = await makeWall(app.database, 'counted')
	viewer = await addMember(app, wall.space, 'viewer')
	stranger = await app.person()
})
afterAll(() => app.close())

/** Counts what visitors do on a node of its own, whose stop writes the counts. */
async function count(visit: (node: TestApp) => Promise<void>): Promise<void> {
	const node = await createTestApp({ SITE_URL: app.url }, app.database)
	await visit(node)
	await node.close()
}
const event = (node: TestApp, kind: string, path: string, agent = browser) =>
	node.fetch(`${app.url}/functions/v1/events`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'user-agent': agent },
		body: JSON.stringify({ kind, path }),
	})
const load = (node: TestApp, path: string, agent = browser) =>
	node.fetch(`${app.url}${path}`, { headers: { referer: 'https://shop.example/', 'user-agent': agent } })
const read = (person: Person, from: string, to: string, space_id = wall.space) =>
	person.client.rpc('space_numbers', { space_id, from, to })
const today = () => new Date().toISOString().slice(0, 10)
it('views, starts and loads are counted by form and wall, and bots and unknown addresses are not', async () => {
	await count(async (node) => {
		await event(node, 'view', '/collect/counted')
		await event(node, 'view', '/collect/counted')
		await event(node, 'start', '/collect/counted')
		await event(node, 'view', '/w/counted')
		await event(node, 'start', '/w/counted')
		await event(node, 'view', '/collect/counted', 'Mozilla/5.0 (compatible; Googlebot/2.1)')
		await event(node, 'view', '/collect/unknown-form')
		await load(node, `/embed/${wall.wall}.js`)
		await load(node, `/embed/${wall.wall}`)
		await load(node, `/embed/${wall.wall}.js`, 'Googlebot/2.1')
	})
	const rows = (await read(viewer, today(), today()).throwOnError()).data as DailyNumbers[]
	expect(rows.map(({ day, form_id, wall_id, ...numbers }) => numbers)).toEqual(
		expect.arrayContaining([
			{ form_views: 2, starts: 1, sends: 0, approved: 0, wall_views: 0, embed_views: 0 },
			{ form_views: 0, starts: 0, sends: 0, approved: 0, wall_views: 1, embed_views: 2 },
		]),
	)
	expect(rows).toHaveLength(2)
	expect(rows.find(({ wall_id }) => wall_id !== null)).toMatchObject({ wall_id: wall.wall, form_id: null })
})

it('our own host is no referrer, also behind a proxy that sends another one', async () => {
	await count(async (node) => {
		for (const referrer_host of ['praise.example.com', new URL(app.url).host, 'Shop.example'])
			await node.fetch(`${app.url}/functions/v1/events`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', host: new URL(app.url).host },
				body: JSON.stringify({ kind: 'view', path: '/referred', referrer_host }),
			})
	})
	expect(
		await app.sql(`select referrer_host, views::int from private.page_views where path = '/referred' order by 1`),
	).toEqual([
		{ referrer_host: '', views: 2 },
		{ referrer_host: 'shop.example', views: 1 },
	])
})

it('sends and approvals are counted by their own days, without spam', async () => {
	const [form] = await app.sql<{ id: string }>('select id from public.forms where slug = $1', ['counted'])
	const ids = await publishTestimonials(app.database, wall.space, [{}, {}, {}])
	await app.sql(
		`update public.testimonials set form_id = $2, source = 'form', submitted_at = '2026-03-01T23:59:59Z',
			approved_at = '2026-03-02T00:00:00Z' where id = any ($1)`,
		[ids, form?.id],
	)
	await app.sql(`update public.testimonials set spam_state = 'spam', status = 'pending' where id = $1`, [ids[0]])
	const rows = (await read(viewer, '2026-03-01', '2026-03-02').throwOnError()).data as DailyNumbers[]
	expect(rows.map(({ day, sends, approved }) => [day, sends, approved])).toEqual([
		['2026-03-01', 2, 0],
		['2026-03-02', 0, 2],
	])
})

it('only members read the numbers, and a span that is too long or backwards is refused', async () => {
	expect((await read(stranger, today(), today())).error?.code).toBe('42501')
	const other = await makeWall(app.database, 'of-others')
	expect((await read(viewer, today(), today(), other.space)).error?.code).toBe('42501')
	const anonymous = await app.fetch(`${app.url}/rest/v1/rpc/space_numbers`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', apikey: app.deps.keys.anonKey },
		body: JSON.stringify({ space_id: wall.space, from: today(), to: today() }),
	})
	expect(anonymous.status).toBe(401)
	expect((await read(viewer, '2026-03-02', '2026-03-01')).error?.code).toBe('22023')
	expect((await read(viewer, '2020-01-01', '2026-03-01')).error?.code).toBe('22023')
	await app.sql('delete from public.space_members where user_id = $1', [viewer.id])
	expect((await read(viewer, today(), today())).error?.code).toBe('42501')
})
