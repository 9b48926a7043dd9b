import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodeImage, imagePolicy } from './encode-image.ts'
import { detectConvertedFormat, ImageRejected } from './image-job.ts'

const policy = imagePolicy.parse({})
const picture = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 30, alpha: 0.2 } } })
const outcome = (bytes: Buffer, given = policy) =>
	encodeImage(bytes, given, true).then(
		({ mime, width, height }) => ({ mime, width, height }),
		(error) => (error instanceof ImageRejected ? error.problem : error),
	)

/** A GIF that claims other sides than it has pixels for. */
async function gifOf(width: number, height: number): Promise<Buffer> {
	const bytes = await picture(30, 20).gif().toBuffer()
	bytes.writeUInt16LE(width, 6)
	bytes.writeUInt16LE(height, 8)
	// Its frame, behind the separator and the place on the screen.
	const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 30, 0, 20, 0]))
	bytes.writeUInt16LE(width, frame + 5)
	bytes.writeUInt16LE(height, frame + 7)
	return bytes
}

it.each(['avif', 'gif'] as const)(
	'a picture from elsewhere may be %s, and becomes WebP with its transparent parts',
	async (format) => {
		const bytes = await picture(300, 200).toFormat(format).toBuffer()
		expect(await outcome(bytes)).toEqual({ mime: 'image/webp', width: 300, height: 200 })
		expect(await outcome(bytes, { ...policy, max_side: 30 })).toMatchObject({ width: 30, height: 20 })
		const { bytes: stored } = await encodeImage(bytes, policy, true)
		expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
	},
)

it('an upload of a visitor is refused in both, also after one was converted', async () => {
	for (const format of ['avif', 'gif'] as const) {
		const bytes = await picture(30, 20).toFormat(format).toBuffer()
		await encodeImage(bytes, policy, true)
		await expect(encodeImage(bytes, policy)).rejects.toMatchObject({ problem: 'type' })
	}
})

it('metadata does not survive', async () => {
	const bytes = await picture(30, 20)
		.withExif({ IFD0: { Copyright: 'secret' } })
		.avif()
		.toBuffer()
	expect((await sharp(bytes).metadata()).exif).toBeDefined()
	const { bytes: stored } = await encodeImage(bytes, policy, true)
	expect((await sharp(stored).metadata()).exif).toBeUndefined()
})

it('too many pixels are refused by the header', async () => {
	expect(await outcome(await gifOf(65_535, 65_535))).toBe('pixels')
	expect(await outcome(await gifOf(31, 65_535))).not.toBe('pixels')
	const avif = await picture(300, 200).avif().toBuffer()
	expect(await outcome(avif, { ...policy, max_pixels: 59_999 })).toBe('pixels')
	const gif = await picture(300, 200).gif().toBuffer()
	expect(await outcome(gif, { ...policy, max_pixels: 59_999 })).toBe('pixels')
})

it('an AVIF file whose header claims other sides than its pixels have ends with a refusal', async () => {
	const bytes = await picture(300, 200).avif().toBuffer()
	const at = bytes.indexOf('ispe')
	bytes.writeUInt32BE(40_000, at + 8)
	bytes.writeUInt32BE(40_000, at + 12)
	expect(['pixels', 'damaged', 'costly']).toContain(await outcome(bytes))
})

it('damaged files are refused', async () => {
	const avif = await picture(300, 200).avif().toBuffer()
	const gif = await picture(300, 200).gif().toBuffer()
	expect(await outcome(avif.subarray(0, 100))).toBe('damaged')
	expect(await outcome(gif.subarray(0, 14))).toBe('damaged')
	// A JPEG behind the signature of a GIF.
	const jpeg = await picture(9, 9).jpeg().toBuffer()
	expect(await outcome(Buffer.concat([Buffer.from('GIF89a'), jpeg]))).toBe('damaged')
	expect(await outcome(Buffer.concat([Buffer.from('\0\0\0\x14ftypavif\0\0\0\0', 'latin1'), jpeg]))).toBe('damaged')
})

it.each([
	['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', 'avif'],
	['\0\0\0\x18ftypheic\0\0\0\0mif1heic', undefined],
	['\0\0\0\x10ftypmif1\0\0\0\0mif1avif', undefined],
	['\xff\xff\xff\xffftypmif1\0\0\0\0heicavif', 'avif'],
	['\0\0\0\x18skipavif\0\0\0\0mif1avif', undefined],
	['GIF88a and more of it', undefined],
	['GIF87a and more of it', 'gif'],
	['', undefined],
])('the format of %j is %s', (head, format) => {
	expect(detectConvertedFormat(Buffer.from(head, 'latin1'))).toBe(format)
})
