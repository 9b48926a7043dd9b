import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const started: ChildProcess[] = []
subscribe('child_process', (said) => {
	started.push((said as { process: ChildProcess }).process)
})

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(`${app.url}${path}`, { headers })
const status = async (path: string) => (await get(path)).status

async function card(path: string) {
	const answer = await get(path)
	expect(answer.status, path).toBe(200)
	const bytes = Buffer.from(await answer.arrayBuffer())
	const { format, width, height } = await sharp(bytes).metadata()
	return { headers: answer.headers, bytes, format, width, height }
}

/** The colour of a card's corner. */
async function ground(path: string): Promise<string> {
	const { data } = await sharp((await card(path)).bytes)
		.extract({ left: 4, top: 4, width: 1, height: 1 })
		.raw()
		.toBuffer({ resolveWithObject: true })
	return `#${data.subarray(0, 3).toString('hex')}`
}

it('the card of a public testimonial is a picture in two shapes, and answers 304 to its etag', async () => {
	const { space } = await makeWall(app.database, 'carded')
	const [id = ''] = await publishTestimonials(app.database, space, [{ body: 'Best two hours of my week.' }])
	const wide = await card(`/p/${id}/card.png`)
	expect([wide.format, wide.width, wide.height]).toEqual(['png', 1200, 630])
	expect(wide.headers.get('content-type')).toBe('image/png')
	expect(wide.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	expect(wide.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
	const square = await card(`/p/${id.toUpperCase()}/card.png?shape=square&utm_source=x`)
	expect([square.width, square.height]).toEqual([1080, 1080])
	const again = await get(`/p/${id}/card.png`, { 'if-none-match': wide.headers.get('etag') ?? '' })
	expect(again.status).toBe(304)
	for (const coding of ['br', 'gzip']) {
		const coded = await get(`/p/${id}/card.png`, { 'accept-encoding': coding })
		expect(coded.headers.get('content-encoding')).toBeNull()
		expect(coded.headers.get('etag')).toBe(wide.headers.get('etag'))
	}
	const html = await (await get(`/p/${id}`)).text()
	expect(html).toContain(`<meta property="og:image" content="${app.url}/p/${id}/card.png">`)
	expect(html).toContain(
		'<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
	)
	expect(html).toContain('og:image:alt" content="Person 1 on Skerry: Best two hours of my week."')
	expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
})

it('only what is public has a card, and a withdrawn one is gone at once', async () => {
	const { space } = await makeWall(app.database, 'guarded')
	const [shown = '', pending, spam] = await publishTestimonials(app.database, space, [{}, {}, {}])
	await asOwner(app.database, "update public.testimonials set status = 'archived' where id = $1", [pending])
	await asOwner(app.database, "update public.testimonials set spam_state = 'spam' where id = $1", [spam])
	for (const id of [pending, spam, crypto.randomUUID(), 'x'])
		expect(await status(`/p/${id}/card.png`), String(id)).toBe(404)
	expect(await status(`/p/${shown}/card.png`)).toBe(200)
	await asOwner(app.database, 'update public.testimonials set withdrawn_at = now() where id = $1', [shown])
	await expect.poll(() => status(`/p/${shown}/card.png`)).toBe(404)
	for (const path of ['/w/no-such-wall/card.png', '/collect/no-such-form/card.png'])
		expect(await status(path), path).toBe(404)
	await asOwner(app.database, "update public.forms set is_open = false where slug = 'guarded'")
	await expect.poll(() => status('/collect/guarded/card.png')).toBe(404)
})

it('the cards of walls and forms are in the colours of the brand, and their pages name them', async () => {
	const { space } = await makeWall(app.database, 'branded', { brand: { color: '#c2185b' } })
	const [id] = await publishTestimonials(app.database, space, [{ rating: 4 }, { rating: 5 }])
	const paths = [`/p/${id}/card.png`, '/w/branded/card.png', '/collect/branded/card.png']
	const grounds = await Promise.all(paths.map(ground))
	expect(new Set(grounds).size).toBe(1)
	expect(grounds[0]).not.toBe('#fbf9f4')
	expect(await (await get('/w/branded')).text()).toContain(`og:image" content="${app.url}/w/branded/card.png"`)
	const form = await (await get('/collect/branded')).text()
	expect(form).toContain(`og:image" content="${app.url}/collect/branded/card.png"`)
	const before = await card(`/p/${id}/card.png`)
	await asOwner(app.database, `update public.spaces set brand = '{"theme": "dark"}' where id = $1`, [space])
	await expect.poll(() => ground(`/p/${id}/card.png`)).toBe('#171512')
	expect((await card(`/p/${id}/card.png`)).headers.get('etag')).not.toBe(before.headers.get('etag'))
})

it('the picture of a person is on the card only when the consent names them', async () => {
	const { space } = await makeWall(app.database, 'pictured')
	const [named, withheld] = await publishTestimonials(app.database, space, [
		{ body: 'The same words.', name: 'Ines Duarte' },
		{ body: 'The same words.', name: 'Somebody Else', scope: 'anonymous' },
	])
	const [one, other] = await Promise.all([card(`/p/${named}/card.png`), card(`/p/${withheld}/card.png`)])
	expect(one.bytes.equals(other.bytes)).toBe(false)
	const html = await (await get(`/p/${withheld}`)).text()
	expect(html).not.toContain('Somebody Else')
})

it('logo, portrait and photo of a testimonial stand on its card, and another picture makes another card', async () => {
	const { space } = await makeWall(app.database, 'with-pictures')
	const [id = ''] = await publishTestimonials(app.database, space, [{ body: 'My mug.' }])
	const { storage } = app.admin()
	const put = async (bucket: string, path: string, background: string) => {
		const picture = { create: { width: 400, height: 400, channels: 3, background } } as const
		const bytes = await sharp(picture).png().toBuffer()
		const { error } = await storage.from(bucket).upload(path, bytes, { contentType: 'image/png', upsert: true })
		expect(error).toBeNull()
	}
	/** Colours at points of the card. */
	const colors = async (...points: [number, number][]) => {
		const { data, info } = await sharp((await card(`/p/${id}/card.png`)).bytes)
			.raw()
			.toBuffer({ resolveWithObject: true })
		return points.map(([x, y]) =>
			data
				.subarray((y * info.width + x) * info.channels)
				.subarray(0, 3)
				.toString('hex'),
		)
	}
	await put('brand', `${space}/logo mark.png`, '#ff0000')
	await asOwner(app.database, 'update public.spaces set brand = $2 where id = $1', [
		space,
		{ logo_path: `${space}/logo mark.png` },
	])
	await put('photos', `${space}/${id}/face.png`, '#00ff00')
	await asOwner(app.database, 'update public.testimonials set author_avatar_path = $2 where id = $1', [
		id,
		`${space}/${id}/face.png`,
	])
	const logo: [number, number] = [96, 76]
	const face: [number, number] = [108, 548]
	await expect.poll(() => colors(logo, face)).toEqual(['ff0000', '00ff00'])
	await put('brand', `${space}/logo mark.png`, '#0000ff')
	await asOwner(app.database, `update public.spaces set name = 'Renamed' where id = $1`, [space])
	await expect.poll(() => colors(logo)).toEqual(['0000ff'])

	await put('photos', `${space}/${id}/mug.png`, '#ff00ff')
	await asOwner(
		app.database,
		`insert into public.media (space_id, testimonial_id, kind, path, mime, bytes, width, height, state)
		values ($1, $2, 'photo', $3, 'image/png', 9, 400, 400, 'ready')`,
		[space, id, `${space}/${id}/mug.png`],
	)
	await asOwner(app.database, `update public.spaces set name = 'With a photo' where id = $1`, [space])
	await expect.poll(() => colors([1000, 300])).toEqual(['ff00ff'])
})

it('the worker that draws cards has loaded no fonts but those of the program, and no secrets', async () => {
	const { space } = await makeWall(app.database, 'scripts', { name: '工房' })
	const [id] = await publishTestimonials(app.database, space, [
		{ body: 'Aa Яя Ωω عربي עברית हिन्दी ไทย 中文 かな 한국어 😀', locale: 'ja' },
	])
	await card(`/p/${id}/card.png`)
	const [worker] = started.filter(
		({ exitCode, signalCode, spawnargs }) =>
			exitCode === null && signalCode === null && spawnargs.some((argument) => argument.includes('card-worker')),
	)
	const maps = await readFile(`/proc/${worker?.pid}/maps`, 'utf8')
	const files = [...new Set(maps.match(/\/\S+\.(?:ttf|otf|ttc|pfb|woff2?)\b/g))]
	expect(files.length).toBeGreaterThan(8)
	expect(files.filter((file) => !file.includes('/dist/fonts/'))).toEqual([])
	const environment = await readFile(`/proc/${worker?.pid}/environ`, 'utf8')
	expect(environment).not.toMatch(/SECRET|PASSWORD|DATABASE|JWT/)
})
