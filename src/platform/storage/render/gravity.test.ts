import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('what is kept of a picture that is cut', () => {
	let platform: PlatformApp
	const bucket = () => platform.admin().storage.from('open')
	/** Colours at both ends of the result, along the cropped side. */
	const ends = async (answer: Response | Promise<Response>, isTall = false) => {
		const image = sharp(Buffer.from(await (await answer).arrayBuffer()))
		const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
		expect([info.width, info.height]).toEqual([100, 100])
		const name = (x: number, y: number) => {
			const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3)
			return red > 150 ? 'red' : blue > 150 ? 'blue' : green > 100 ? 'grey' : 'other'
		}
		return `${name(isTall ? 50 : 2, isTall ? 2 : 50)} ${name(isTall ? 50 : 97, isTall ? 97 : 50)}`
	}
	const shown = (query: string, name = 'wide.png') =>
		fetch(`${platform.url}/storage/v1/render/image/public/open/${name}?width=100&height=100&${query}`)

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(platform.database, `insert into storage.buckets (id, name, public) values ('open', 'open', true)`)
		const create = (width: number, height: number, background: string) =>
			sharp({ create: { width, height, channels: 3, background } })
		const blue = await create(200, 200, '#0000ff').png().toBuffer()
		const both = (width: number, height: number) =>
			create(width, height, '#ff0000').composite([{ input: blue, gravity: 'southeast' }])
		const options = { contentType: 'image/png' }
		await bucket().upload('wide.png', await both(400, 200).png().toBuffer(), options)
		await bucket().upload('tall.png', await both(200, 400).png().toBuffer(), options)
		const lying = both(400, 200).jpeg({ quality: 95 }).withMetadata({ orientation: 6 })
		await bucket().upload('lying.jpg', await lying.toBuffer(), { contentType: 'image/jpeg' })
		const loud = await create(80, 80, '#ff2020').png().toBuffer()
		const calm = create(400, 200, '#808080').composite([{ input: loud, left: 10, top: 60 }])
		await bucket().upload('calm.png', await calm.png().toBuffer(), options)
	})
	afterAll(() => platform.close())

	it.each([
		['', 'red blue'],
		['gravity=ce', 'red blue'],
		['gravity=we', 'red red'],
		['gravity=nowe', 'red red'],
		['gravity=sowe', 'red red'],
		['gravity=ea', 'blue blue'],
		['gravity=noea', 'blue blue'],
		['gravity=soea', 'blue blue'],
		// A side that is not cropped cannot move.
		['gravity=no', 'red blue'],
		['gravity=so', 'red blue'],
		['gravity=fp&x_offset=0.2&y_offset=0.5', 'red red'],
		['gravity=fp&x_offset=0.8&y_offset=0.5', 'blue blue'],
		['gravity=fp', 'red blue'],
		// Pixels of the result, or from -1 to 1 a share of it; from the edge inwards.
		['gravity=we&x_offset=100', 'blue blue'],
		['gravity=we&x_offset=0.5', 'blue blue'],
		['gravity=ea&x_offset=100', 'red red'],
		['gravity=ce&x_offset=-50', 'red red'],
		['gravity=we&x_offset=-9999', 'red red'],
		['gravity=we&x_offset=9999', 'blue blue'],
	])('cropping a wide image with %s keeps %s', async (query, expected) => {
		expect(await ends(shown(query))).toBe(expected)
	})

	it.each([
		['gravity=no', 'red red'],
		['gravity=so', 'blue blue'],
		['gravity=noea', 'red red'],
		['gravity=so&y_offset=100', 'red red'],
		['gravity=fp&y_offset=0.9', 'blue blue'],
	])('cropping a tall image with %s keeps %s', async (query, expected) => {
		expect(await ends(shown(query, 'tall.png'), true)).toBe(expected)
		expect(await ends(shown(query, 'lying.jpg'), true)).toBe(expected)
	})

	it('smart gravity keeps the most salient part of an image', async () => {
		expect(await ends(shown('gravity=ce&format=origin', 'calm.png'))).toBe('grey grey')
		const seen = await shown('gravity=sm&format=origin', 'calm.png')
		const { data } = await sharp(Buffer.from(await seen.arrayBuffer()))
			.raw()
			.toBuffer({ resolveWithObject: true })
		const red = Array.from({ length: 100 * 100 }, (_, i) => data[i * 3] ?? 0)
		expect(red.filter((value) => value > 200).length).toBeGreaterThan(1000)
	})

	it('gravity has no effect on contain and fill', async () => {
		const fitted = await shown('gravity=we&resize=fill')
		expect(await ends(fitted)).toBe('red blue')
	})

	it('a signed link fixes the gravity of its image', async () => {
		const transform = { width: 100, height: 100, gravity: 'ea', x_offset: 0, y_offset: 0 } as object
		const { data } = await bucket().createSignedUrl('wide.png', 60, { transform })
		expect(await ends(fetch(data?.signedUrl ?? ''))).toBe('blue blue')
		expect(await ends(fetch(`${data?.signedUrl}&gravity=we`))).toBe('blue blue')
	})

	it.each(['gravity=up', 'x_offset=left', 'y_offset=Infinity', 'gravity=fp&x_offset=1.5'])(
		'the transformation option %s is refused',
		async (query) => {
			const answer = await shown(query)
			expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidRequest', statusCode: '400' }])
		},
	)
})
