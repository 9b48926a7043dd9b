import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()

describe('pictures made to measure', () => {
	let platform: PlatformApp
	const bucket = (name = 'open') => platform.client(platform.token(ada)).storage.from(name)
	const at = (query: string, name = 'wide.jpg') =>
		`${platform.url}/storage/v1/render/image/public/open/${name}?${query}`
	const shown = async (answer: Response | Promise<Response>) => {
		const response = await answer
		const bytes = Buffer.from(await response.arrayBuffer())
		const { width, height, format } = await sharp(bytes).metadata()
		return `${width}×${height} ${format}`
	}
	const refusal = async (answer: Promise<Response>) => {
		const response = await answer
		return { status: response.status, ...((await response.json()) as object) }
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public) values ('open', 'open', true), ('shut', 'shut', false);
			create policy own on storage.objects for all to authenticated
				using (auth.uid() = '${ada}') with check (auth.uid() = '${ada}')`,
		)
		const wide = sharp({ create: { width: 400, height: 200, channels: 3, background: '#37c' } })
		const jpeg = await wide
			.clone()
			.jpeg()
			.withExif({ IFD0: { Copyright: 'secret' } })
			.toBuffer()
		const lying = await wide.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer()
		const options = { contentType: 'image/jpeg' }
		for (const name of ['open', 'shut']) await bucket(name).upload('wide.jpg', jpeg, options)
		await bucket().upload('lying.jpg', lying, options)
		await bucket().upload('wide.png', await wide.clone().png().toBuffer(), {
			contentType: 'image/png',
		})
		await bucket().upload('text.jpg', 'not a picture at all', options)
		await bucket().upload('half.jpg', jpeg.subarray(0, 300), options)
	})
	afterAll(() => platform.close())

	it.each([
		['width=100', '100×50 jpeg'],
		['height=100', '200×100 jpeg'],
		['width=100&height=100', '100×100 jpeg'],
		['width=100&height=100&resize=cover', '100×100 jpeg'],
		['width=100&height=100&resize=contain', '100×50 jpeg'],
		['width=100&height=100&resize=fill', '100×100 jpeg'],
		['width=100&format=origin', '100×50 jpeg'],
		['width=100&format=webp', '100×50 webp'],
		['width=100&format=avif', '100×50 heif'],
		['', '400×200 jpeg'],
		['quality=20', '400×200 jpeg'],
		// Never enlarged.
		['width=1000', '400×200 jpeg'],
		['width=1000&height=1000', '200×200 jpeg'],
		['width=1000&height=1000&resize=fill', '400×200 jpeg'],
		// Clamped to the edge of the image.
		['width=100000&resize=contain', '400×200 jpeg'],
		['width=0', '400×200 jpeg'],
	])('an image transformed with %s is %s', async (query, expected) => {
		expect(await shown(fetch(at(query)))).toBe(expected)
	})

	it('a transformed image keeps its format unless the client accepts WebP', async () => {
		const accept = { accept: 'image/avif,image/webp,*/*;q=0.8' }
		const better = await fetch(at('width=50', 'wide.png'), { headers: accept })
		expect(better.headers.get('vary')).toContain('Accept')
		expect(better.headers.get('content-type')).toBe('image/webp')
		expect(await shown(better)).toBe('50×25 webp')
		const refuses = { accept: 'image/webp;q=0,*/*' }
		expect(await shown(fetch(at('width=50', 'wide.png'), { headers: refuses }))).toBe('50×25 png')
		const told = await fetch(at('width=50&format=origin', 'wide.png'), { headers: accept })
		expect(told.headers.get('vary')).toBeNull()
		expect(await shown(told)).toBe('50×25 png')
	})

	it('a transformed image is upright, has no metadata, and is served as inert content', async () => {
		expect(await shown(fetch(at('width=100', 'lying.jpg')))).toBe('100×200 jpeg')
		expect(await shown(fetch(at('width=100&height=50', 'lying.jpg')))).toBe('100×50 jpeg')
		const answer = await fetch(at('width=100&download=small.jpg'))
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			'content-type': 'image/jpeg',
			'content-disposition': `attachment; filename="small.jpg"; filename*=UTF-8''small.jpg`,
			'x-content-type-options': 'nosniff',
			'content-security-policy': "sandbox; default-src 'none'",
			'cache-control': 'max-age=3600',
		})
		expect(Buffer.from(await answer.arrayBuffer()).includes('secret')).toBe(false)
	})

	it('transformed images support 304 and ranges, and have an ETag for each transformation', async () => {
		const first = await fetch(at('width=60'))
		const etag = first.headers.get('etag') ?? ''
		const whole = Buffer.from(await first.arrayBuffer())
		const again = await fetch(at('width=60'), { headers: { 'if-none-match': etag } })
		expect(again.status).toBe(304)
		const part = await fetch(at('width=60'), { headers: { range: 'bytes=2-5' } })
		expect(part.status).toBe(206)
		expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(2, 6))).toBe(true)
		expect((await fetch(at('width=61'))).headers.get('etag')).not.toBe(etag)
		const head = await fetch(at('width=60'), { method: 'HEAD' })
		expect(head.headers.get('content-length')).toBe(String(whole.length))
	})

	it('the official client reads transformed images publicly, as the caller and by link', async () => {
		const transform = { width: 80, height: 80, resize: 'contain' } as const
		const { publicUrl } = bucket().getPublicUrl('wide.jpg', { transform }).data
		expect(await shown(fetch(publicUrl))).toBe('80×40 jpeg')
		const own = await bucket('shut').download('wide.jpg', { transform })
		expect(await shown(new Response(own.data))).toBe('80×40 jpeg')
		const stranger = platform.client(platform.token(randomUUID())).storage.from('shut')
		expect((await stranger.download('wide.jpg', { transform })).error).toMatchObject({
			statusCode: '404',
		})
		const hidden = bucket('shut').getPublicUrl('wide.jpg', { transform }).data.publicUrl
		expect(await refusal(fetch(hidden))).toMatchObject({ statusCode: '404' })

		const { data } = await bucket('shut').createSignedUrl('wide.jpg', 60, { transform })
		const link = data?.signedUrl ?? ''
		expect(link).toContain('/render/image/sign/shut/wide.jpg?token=')
		expect(await shown(fetch(link))).toBe('80×40 jpeg')
		// Query parameters beside the token have no effect, and the original is not accessible.
		expect(await shown(fetch(`${link}&width=400`))).toBe('80×40 jpeg')
		const original = link.replace('/render/image/sign/', '/object/sign/')
		expect(await refusal(fetch(original))).toMatchObject({ code: 'InvalidSignature' })
	})

	it.each([
		['width=abc', 'InvalidRequest', '400'],
		['width=-5', 'InvalidRequest', '400'],
		['width=1.5', 'InvalidRequest', '400'],
		['quality=19', 'InvalidRequest', '400'],
		['quality=101', 'InvalidRequest', '400'],
		['resize=stretch', 'InvalidRequest', '400'],
		['format=gif', 'InvalidRequest', '400'],
	])('a transformation with %s is refused', async (query, code, statusCode) => {
		expect(await refusal(fetch(at(query)))).toMatchObject({ status: 400, code, statusCode })
	})

	it('a transformation of a missing, damaged or other file is refused', async () => {
		const of = (name: string) => refusal(fetch(at('width=10', name)))
		expect(await of('text.jpg')).toMatchObject({ status: 400, error: 'InvalidRequest' })
		expect(await of('half.jpg')).toMatchObject({ status: 400, error: 'InvalidRequest' })
		expect(await of('none.jpg')).toMatchObject({ status: 400, code: 'NoSuchKey' })
		const bad = bucket('shut').createSignedUrl('wide.jpg', 60, {
			transform: { width: 10, quality: 500 },
		})
		expect((await bad).error).toMatchObject({ statusCode: '400' })
	})

	it('a replaced image is transformed again at once', async () => {
		const send = async (background: string) => {
			const picture = sharp({ create: { width: 9, height: 9, channels: 3, background } }).png()
			await bucket().upload('changing.png', await picture.toBuffer(), {
				contentType: 'image/png',
				upsert: true,
			})
			const answer = await fetch(at('width=5&format=origin', 'changing.png'))
			return [
				...(
					await sharp(Buffer.from(await answer.arrayBuffer()))
						.raw()
						.toBuffer()
				).subarray(0, 3),
			]
		}
		expect(await send('#ff0000')).toEqual([255, 0, 0])
		expect(await send('#0000ff')).toEqual([0, 0, 255])
	})

	it('only the service role drops cached transformations', async () => {
		const purge = await platform.admin().storage.from('open').purgeCache('wide.jpg')
		expect(purge).toMatchObject({ data: { message: 'success' }, error: null })
		const all = await platform.admin().storage.purgeBucketCache('open', { transformations: true })
		expect(all.error).toBeNull()
		expect((await bucket().purgeCache('wide.jpg')).error).toMatchObject({ statusCode: '403' })
		expect(await shown(fetch(at('width=100')))).toBe('100×50 jpeg')
	})

	it('a cached transformation has the same bytes as the first answer, however large', async () => {
		const noise = sharp(randomBytes(600 * 600 * 3), {
			raw: { width: 600, height: 600, channels: 3 },
		})
		await bucket().upload('noise.png', await noise.png().toBuffer(), { contentType: 'image/png' })
		const read = async () => Buffer.from(await (await fetch(at('width=500', 'noise.png'))).arrayBuffer())
		const first = await read()
		expect(first.length).toBeGreaterThan(500_000)
		for (let again = 0; again < 3; again++) expect((await read()).equals(first)).toBe(true)
	})

	it('concurrent requests for a transformation run it once', async () => {
		const query = `width=${300 + Math.floor(Math.random() * 50)}`
		const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(at(query))))
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	})
})
