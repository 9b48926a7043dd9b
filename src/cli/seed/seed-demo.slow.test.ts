import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicWall } from '#shared/wall/wall.ts'
import { createSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { seedDemo, seedMany } from './seed-demo.ts'

let app: TestApp

beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const readWall = async (slug: string) =>
	(await (await app.fetch(`${app.url}/functions/v1/wall?slug=${slug}`)).json()) as PublicWall

test('the demo seed fills a wall and an inbox', async () => {
	const space = await createSpace(app.database)
	const owner = { role: 'authenticated', sub: space.owner } as const
	const { privateLink, secondWall } = await seedDemo(app.deps, space, owner)
	const wall = await readWall(space.slug)
	expect(wall.counts.chosen).toBeGreaterThanOrEqual(34)
	expect(new Set(wall.items.map(({ locale }) => locale)).size).toBeGreaterThan(6)
	expect(wall.items.filter(({ media }) => media).length).toBeGreaterThan(4)
	expect(wall.items.some(({ rating }) => rating === null)).toBe(true)
	const recordings = wall.items.flatMap(({ media, text }) => (media && media.kind !== 'photo' ? [{ media, text }] : []))
	expect(recordings.map(({ media, text }) => [media.kind, text])).toEqual([
		['video', 'I brought four pieces of my grandmother’s teapot, in a paper bag.'],
		['audio', 'You can hear the rain on the studio roof.'],
	])
	for (const { media } of recordings) {
		const addresses = [media.url, media.poster, media.captions[0]?.url].filter((one) => typeof one === 'string')
		expect(addresses).toHaveLength(media.kind === 'video' ? 3 : 2)
		for (const address of addresses) expect((await app.fetch(new URL(address, app.url))).status).toBe(200)
	}
	const courses = await readWall(secondWall)
	expect(courses.counts.chosen).toBeLessThan(wall.counts.chosen)
	const states = await asOwner<{ state: string }>(
		app.database,
		"select distinct status || '/' || spam_state as state from public.testimonials order by 1",
	)
	expect(states.map(({ state }) => state)).toEqual([
		'approved/clean',
		'archived/clean',
		'pending/clean',
		'pending/suspect',
		'rejected/clean',
	])
	const headers = { 'receipt-token': privateLink.split('/').at(-1) ?? '' }
	expect((await app.fetch(`${app.url}/functions/v1/receipt`, { headers })).status).toBe(200)
})

test('many testimonials fill a wall that is paged to its end', async () => {
	const space = await createSpace(app.database)
	await seedMany(app.deps, space, 1200)
	const { counts, next } = await readWall(space.slug)
	expect([counts.chosen, counts.published]).toEqual([1200, 1200])
	expect(next).not.toBeNull()
})
