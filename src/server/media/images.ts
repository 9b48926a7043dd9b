import type { Sharp, SharpConstructor } from 'sharp'
import { z } from 'zod'
import type { Source } from './file-store.ts'

/** What a bucket or a form accepts as a picture. Bytes, pixels of the input, longest side of the result. */
export const imagePolicy = z.object({
	max_bytes: z
		.int()
		.positive()
		.default(10 * 1024 * 1024),
	max_pixels: z.int().positive().default(50_000_000),
	max_side: z.int().positive().max(16_000).default(2048),
})
export type ImagePolicy = z.infer<typeof imagePolicy>

/** A picture as it is stored and served: re-encoded, upright, without metadata. */
export type EncodedImage = {
	bytes: Buffer
	mime: 'image/jpeg' | 'image/png' | 'image/webp'
	width: number
	height: number
}

/** `type`: not a JPEG, PNG or WebP by its bytes. `bytes` and `pixels`: too large. `damaged`: cannot be decoded whole. */
export type ImageProblem = 'type' | 'bytes' | 'pixels' | 'damaged'

/** A picture that is not taken, with a sentence for the sender. */
export class ImageRefused extends Error {
	readonly problem: ImageProblem
	constructor(problem: ImageProblem, message: string) {
		super(message)
		this.problem = problem
	}
}

type Format = 'jpeg' | 'png' | 'webp'
const signatureLength = 12
/** Seconds of decoding and encoding for one picture. */
const patience = 20
/** Pictures in memory at a time; the others wait with their first bytes only. */
const concurrency = 2

/**
 * Decodes a picture by its content, never by its name or declared type, and encodes it anew.
 * @throws ImageRefused
 */
export async function encodeImage(
	source: Source | Buffer,
	policy: ImagePolicy,
): Promise<EncodedImage> {
	const iterator = chunksOf(source)
	const head = await readAtLeast(iterator, signatureLength)
	const format = sniff(head)
	if (!format) throw new ImageRefused('type', 'Only JPEG, PNG and WebP pictures are accepted.')
	return inTurn(async () => recode(await readAll(head, iterator, policy.max_bytes), format, policy))
}

async function recode(input: Buffer, format: Format, policy: ImagePolicy): Promise<EncodedImage> {
	// Claimed sizes are believed before the decoder sees a byte: the header alone may be the attack.
	if (format === 'png' && pngPixels(input) > policy.max_pixels) throw tooManyPixels(policy)
	const sharp = await openSharp()
	const options = { failOn: 'warning', limitInputPixels: policy.max_pixels, pages: 1 } as const
	try {
		const { width = 0, height = 0, format: found } = await sharp(input, options).metadata()
		if (width * height > policy.max_pixels) throw tooManyPixels(policy)
		if (found !== format) throw new Error(`the decoder found ${found}`)
		const image = sharp(input, { ...options, sequentialRead: true })
			.timeout({ seconds: patience })
			.rotate()
			.resize(policy.max_side, policy.max_side, { fit: 'inside', withoutEnlargement: true })
			.toColourspace('srgb')
		const { data, info } = await encode(image, format).toBuffer({ resolveWithObject: true })
		return { bytes: data, mime: `image/${format}`, width: info.width, height: info.height }
	} catch (cause) {
		if (cause instanceof ImageRefused) throw cause
		if (String(cause).includes('pixel limit')) throw tooManyPixels(policy)
		throw new ImageRefused('damaged', 'This picture is damaged and cannot be read.')
	}
}

function pngPixels(input: Buffer): number {
	if (input.length < 24 || input.toString('latin1', 12, 16) !== 'IHDR') return 0
	return input.readUInt32BE(16) * input.readUInt32BE(20)
}

function encode(image: Sharp, format: Format): Sharp {
	if (format === 'jpeg') return image.jpeg({ quality: 84, mozjpeg: true })
	if (format === 'webp') return image.webp({ quality: 84 })
	return image.png({ compressionLevel: 8 })
}

let opened: Promise<SharpConstructor> | undefined

/** Loaded at the first picture: an installation that never takes one does not pay for the decoder. */
function openSharp(): Promise<SharpConstructor> {
	opened ??= import('sharp').then(({ default: sharp }) => {
		// Every other decoder stays shut, whatever the bytes pretend: no GIF, SVG, TIFF, PDF, HEIF, VIPS.
		sharp.block({ operation: ['VipsForeignLoad'] })
		sharp.unblock({
			operation: [
				'VipsForeignLoadJpegBuffer',
				'VipsForeignLoadPngBuffer',
				'VipsForeignLoadWebpBuffer',
			],
		})
		sharp.cache(false)
		sharp.concurrency(1)
		return sharp
	})
	return opened
}

function sniff(head: Buffer): Format | undefined {
	if (head.length < signatureLength) return undefined
	if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
	if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
	const isRiff = head.toString('latin1', 0, 4) === 'RIFF'
	return isRiff && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

async function* chunksOf(source: Source | Buffer): AsyncGenerator<Uint8Array, void> {
	if (Buffer.isBuffer(source)) yield source
	else yield* source as AsyncIterable<Uint8Array>
}

async function readAtLeast(iterator: AsyncGenerator<Uint8Array>, least: number): Promise<Buffer> {
	const chunks: Uint8Array[] = []
	for (let size = 0; size < least; ) {
		const { value, done } = await iterator.next()
		if (done) break
		chunks.push(value)
		size += value.length
	}
	return Buffer.concat(chunks)
}

async function readAll(
	head: Buffer,
	iterator: AsyncGenerator<Uint8Array>,
	most: number,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [head]
	let size = head.length
	for await (const chunk of iterator) {
		size += chunk.length
		if (size > most) break
		chunks.push(chunk)
	}
	if (size > most)
		throw new ImageRefused(
			'bytes',
			`The picture is larger than ${Math.floor(most / 1024 / 1024)} MB.`,
		)
	return Buffer.concat(chunks)
}

function tooManyPixels({ max_pixels }: ImagePolicy): ImageRefused {
	const most = Math.floor(max_pixels / 1_000_000)
	return new ImageRefused('pixels', `The picture has more than ${most} megapixels.`)
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
	else running += 1
	try {
		return await work()
	} finally {
		const next = waiting.shift()
		if (next) next()
		else running -= 1
	}
}
