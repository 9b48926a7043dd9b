import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const open = (id: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}/p/${id}.json`, { headers })

it('a public testimonial can be read as JSON by its id alone, in the shape of an item of a wall', async () => {
	const wall = await makeWall(app.database, 'json-wall')
	const [id = ''] = await publishTestimonials(app.database, wall.space, [
		{ body: 'Two hours <well> spent.', rating: 4 },
	])
	const answer = await open(id)
	expect(answer.headers.get('content-type')).toBe('application/json')
	expect(answer.headers.get('access-control-allow-origin')).toBe('*')
	expect(answer.headers.get('set-cookie')).toBeNull()
	expect(await answer.json()).toMatchObject({
		item: { id, text: 'Two hours <well> spent.', rating: 4, basis: 'email', is_excerpt: false },
		space: { id: wall.space, name: 'Skerry', locale: 'en' },
		wall: 'json-wall',
		url: `${app.url}/p/${id}`,
	})
	const etag = answer.headers.get('etag') ?? ''
	expect((await open(id, { 'if-none-match': etag })).status).toBe(304)
	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [id])
	await expect.poll(async () => (await open(id)).status).toBe(404)
})

it('a testimonial that is not public, and an address that names none, have no JSON', async () => {
	for (const id of [randomUUID(), 'x', `${randomUUID()}.json`, '%00', 'a'.repeat(5_000)])
		expect((await open(id)).status).toBe(404)
})
