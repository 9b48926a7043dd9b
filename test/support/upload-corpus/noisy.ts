import sharp from 'sharp'
import type { Format } from './case.ts'

/** A picture with noise, which does not compress, so that every part of its file matters. */
export async function noisy(format: Format): Promise<Buffer> {
	const side = 120
	let seed = 1
	const pixels = Buffer.alloc(side * side * 3)
	for (let i = 0; i < pixels.length; i++) {
		seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
		pixels[i] = seed >>> 24
	}
	return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
		.toFormat(format)
		.toBuffer()
}
