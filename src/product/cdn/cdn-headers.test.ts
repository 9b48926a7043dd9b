import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signMediaUrl } from '#product/testimonials/signed-media-url.ts'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import { makeWall, publishTestimonials, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const names = ['cdn-cache-control', 'surrogate-control', 'x-accel-expires', 'surrogate-key', 'cache-tag']
const cdn = { CDN_PURGE_URL: 'http://127.0.0.1:9/purge' }
let app: TestApp
let database: TestDatabase
let wall: WallFixture
let testimonial: string
beforeAll(async () => {
	// Published before the program listens: a page that is rendered while a change arrives is kept by no one.
	database = await createTestDatabase()
	wall = await makeWall(database, 'behind-cdn')
	const [id = ''] = await publishTestimonials(database, wall.space, [{ body: 'Kept far away.' }])
	testimonial = id
	app = await createTestApp(cdn, database)
})
afterAll(async () => {
	await app.close()
	await database.drop()
})

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })
const keysOf = (answer: Response) => answer.headers.get('surrogate-key')?.split(' ')

describe('answers for a CDN', () => {
	it.each([
		['/w/behind-cdn', () => `wall-${wall.wall}`],
		['/w/behind-cdn/feed.atom', () => `wall-${wall.wall}`],
		['/embed/{wall}.js', () => `wall-${wall.wall}`],
		['/embed/{wall}.html', () => `wall-${wall.wall}`],
		['/embed/{wall}', () => `wall-${wall.wall}`],
		['/p/{testimonial}', () => `testimonial-${testimonial}`],
	])('%s is kept by the CDN for an hour under its keys, and by browsers as ever', async (path, key) => {
		const answer = await get(path.replace('{wall}', wall.wall).replace('{testimonial}', testimonial))
		expect(answer.status).toBe(200)
		const keys = [key(), `space-${wall.space}`, 'plaudit']
		expect(keysOf(answer)).toEqual(keys)
		expect(answer.headers.get('cache-tag')).toBe(keys.join(','))
		expect(answer.headers.get('cdn-cache-control')).toBe('max-age=3600')
		expect(answer.headers.get('surrogate-control')).toBe('max-age=3600')
		expect(answer.headers.get('x-accel-expires')).toBe('3600')
		expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	})

	it('a 304 has the keys of its page', async () => {
		const { headers } = await get('/w/behind-cdn')
		const answer = await get('/w/behind-cdn', { 'if-none-match': headers.get('etag') ?? '' })
		expect(answer.status).toBe(304)
		expect(keysOf(answer)).toContain(`space-${wall.space}`)
	})

	it.each([
		['a cookie', { cookie: 'visit=1' }],
		['Authorization', { authorization: 'Bearer x' }],
	])('an answer to a request with %s is private, and without a life at the CDN', async (_, headers) => {
		await get('/w/behind-cdn')
		const answer = await get('/w/behind-cdn', headers)
		expect(answer.headers.get('cache-control')).toBe('private, max-age=30, stale-while-revalidate=30')
		for (const name of names) expect(answer.headers.get(name)).toBeNull()
		expect(await answer.text()).toContain('Kept far away.')
	})

	it.each(['/collect/behind-cdn', '/w/behind-cdn?q=away', `/p/${randomUUID()}`])(
		'%s, which is not the same for everybody or may appear at any moment, has no life at the CDN',
		async (path) => {
			const answer = await get(path)
			for (const name of names) expect(answer.headers.get(name)).toBeNull()
		},
	)

	it('a recording and its captions have the keys of their testimonial, by a signed link none', async () => {
		const { id, path } = await publishRecording(app.admin(), wall.space, { captions: { en: sampleCaptions } })
		for (const file of [path, path.replace('.mp4', '.en.vtt')]) {
			const answer = await get(`/media/${file}`)
			expect(keysOf(answer)).toEqual([`testimonial-${id}`, `space-${wall.space}`, 'plaudit'])
			expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
			const personal = await get(`/media/${file}`, { cookie: 'visit=1' })
			expect(keysOf(personal)).toBeUndefined()
			expect(personal.headers.get('cache-control')).toBe('private, max-age=30')
		}
		const signed = await get(signMediaUrl(app.deps.keys.secret, path))
		expect([signed.status, keysOf(signed)]).toEqual([200, undefined])
		expect(signed.headers.get('cache-control')).toBe('private, max-age=900')
	})

	it('the shared scripts have the key of everything alone', async () => {
		for (const path of ['/embed.js', '/embed/form.js', '/embed/player.js', '/embed/prompt.js'])
			expect(keysOf(await get(path))).toEqual(['plaudit'])
	})

	it('without CDN_PURGE_URL no header changes, with credentials neither', async () => {
		const plain = await createTestApp({}, app.database)
		try {
			for (const headers of [{}, { cookie: 'visit=1' }]) {
				const answer = await plain.fetch(`${plain.url}/w/behind-cdn`, { headers })
				expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
				for (const name of names) expect(answer.headers.get(name)).toBeNull()
			}
		} finally {
			await plain.close()
		}
	})
})
