import sharp from 'sharp'
import { decodeImage } from '#platform/media/images/decode-image.ts'
import { svg } from './shapes.ts'

const maxPixels = 50_000_000

/** A photo that fills a box; the part that draws the eye stays. */
export function coverPhoto(bytes: Uint8Array, box: { width: number; height: number }): Promise<Buffer> {
	return decodeImage(bytes, maxPixels, (image) =>
		image
			.rotate()
			.resize({ width: box.width, height: box.height, fit: 'cover', position: 'attention' })
			.toColourspace('srgb')
			.flatten({ background: '#ffffff' })
			.png({ compressionLevel: 1 })
			.toBuffer(),
	)
}

/** A logo of a given height; a wide one keeps its shape up to four times as wide. */
export async function fitLogo(bytes: Uint8Array, height: number) {
	const { data, info } = await decodeImage(bytes, maxPixels, (image) =>
		image
			.rotate()
			.resize({ width: height * 4, height, fit: 'inside' })
			.toColourspace('srgb')
			.ensureAlpha()
			.png({ compressionLevel: 1 })
			.toBuffer({ resolveWithObject: true }),
	)
	const rounded = await cropTo(data, `<rect width="${info.width}" height="${info.height}" rx="${height / 6}"/>`, info)
	return { png: rounded, width: info.width, height: info.height }
}

/** A round picture of a person. */
export async function roundAvatar(bytes: Uint8Array, size: number): Promise<Buffer> {
	const square = await decodeImage(bytes, maxPixels, (image) =>
		image
			.rotate()
			.resize({ width: size, height: size, fit: 'cover' })
			.toColourspace('srgb')
			.ensureAlpha()
			.png({ compressionLevel: 1 })
			.toBuffer(),
	)
	return cropTo(square, `<circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/>`, { width: size, height: size })
}

function cropTo(png: Buffer, shape: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
	return sharp(png)
		.composite([{ input: svg(width, height, shape), blend: 'dest-in' }])
		.png({ compressionLevel: 1 })
		.toBuffer()
}
