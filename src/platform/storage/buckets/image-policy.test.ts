import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('a bucket with an image policy', () => {
	let platform: PlatformApp
	const faces = () => platform.client(platform.token(randomUUID())).storage.from('faces')
	const picture = (width: number, height: number) =>
		sharp({ create: { width, height, channels: 3, background: '#37c' } })

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public, image_policy)
				values ('faces', 'faces', true, '{"max_bytes": 200000, "max_side": 64}');
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
	})
	afterAll(() => platform.close())

	it('a bucket with an image policy stores images re-encoded under their true type', async () => {
		const jpeg = await picture(400, 200).jpeg().toBuffer()
		const path = `${randomUUID()}.png`
		const sent = await faces().upload(path, new Blob([new Uint8Array(jpeg)], { type: 'image/png' }))
		expect(sent.error).toBeNull()
		const answer = await fetch(faces().getPublicUrl(path).data.publicUrl)
		expect(answer.headers.get('content-type')).toBe('image/jpeg')
		const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
		expect([width, height]).toEqual([64, 32])
	})

	it('a bucket with an image policy refuses a GIF that calls itself PNG, a page, and too many bytes, each with its code', async () => {
		const gif = await picture(9, 9).gif().toBuffer()
		const options = { contentType: 'image/png' }
		const codes = []
		for (const bytes of [gif, Buffer.from('<html>hello, this is a page</html>')])
			codes.push((await faces().upload(`${randomUUID()}.png`, bytes, options)).error)
		expect(codes).toMatchObject([{ statusCode: '415' }, { statusCode: '415' }])
		const png = await picture(64, 64).png().toBuffer()
		const long = Buffer.concat([png, Buffer.alloc(300_000)])
		expect((await faces().upload('long.png', long, options)).error).toMatchObject({
			statusCode: '413',
		})
		const half = await picture(600, 600).jpeg().toBuffer()
		const damaged = await faces().upload('half.jpg', half.subarray(0, 900), options)
		expect(damaged.error).toMatchObject({ statusCode: '400', message: /damaged/ })
		expect((await faces().list()).data?.map(({ name }) => name)).not.toContain('half.jpg')
	})
})

it('an image copied into a bucket with an image policy is re-encoded', async () => {
	const platform = await openPlatformApp()
	await asOwner(
		platform.database,
		`insert into storage.buckets (id, name, image_policy) values ('raw', 'raw', null), ('faces', 'faces', '{"max_side": 8}')`,
	)
	const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
	const jpeg = await picture
		.jpeg()
		.withExif({ IFD0: { Copyright: 'secret' } })
		.toBuffer()
	const { storage } = platform.admin()
	await storage.from('raw').upload('a', jpeg, { contentType: 'image/gif' })
	const { error } = await storage.from('raw').copy('a', 'b', { destinationBucket: 'faces' })
	expect(error).toBeNull()
	const { data } = await storage.from('faces').download('b')
	const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
	expect(bytes.includes('secret')).toBe(false)
	expect((await sharp(bytes).metadata()).width).toBe(8)
	expect((await storage.from('faces').info('b')).data?.contentType).toBe('image/jpeg')
	await platform.close()
})
