import sharp, { type Metadata, type Sharp } from 'sharp'
import { placeOf } from './image-crop.ts'
import type { CodedImage, EncodeJob, ImageJob, TransformJob } from './image-job.ts'

/** Seconds of decoding and encoding for one picture. */
const patience = 20
/** The longest side that a transformation gives. */
const longestSide = 2000

/** Bytes that decoding may take; what goes on beside it comes on top. */
const mostMemory = 300 * 1024 * 1024

/** The input has more pixels than allowed. */
export class TooManyPixels extends Error {}
/** Decoding it would take more memory than one picture is given. */
export class TooCostly extends Error {}

// Every other decoder stays shut, whatever the bytes pretend: no GIF, SVG, TIFF, PDF, HEIF, VIPS.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
	operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes a picture and encodes it anew. Runs in a process of its own.
 * @throws TooManyPixels, TooCostly, or whatever the decoder says of damaged bytes
 */
export async function code(job: ImageJob): Promise<CodedImage> {
	const { bytes, format, maxPixels } = job
	// Claimed sizes are believed before the decoder sees a byte: the header alone may be the attack.
	if (format === 'png' && pngPixels(bytes) > maxPixels) throw new TooManyPixels()
	const options = { failOn: 'warning', limitInputPixels: maxPixels, pages: 1 } as const
	const found = await sharp(bytes, options).metadata().catch(wordPixels)
	if (found.width * found.height > maxPixels) throw new TooManyPixels()
	if (memoryFor(found) > mostMemory) throw new TooCostly()
	if (found.format !== format) throw new Error(`the decoder found ${found.format}`)
	const upright = sharp(bytes, { ...options, sequentialRead: true })
		.timeout({ seconds: patience })
		.rotate()
	const sized =
		job.kind === 'encode' ? keepWithin(upright, job) : measure(upright, job, found.autoOrient)
	const { data, info } = await encode(sized.toColourspace('srgb'), job)
		.toBuffer({ resolveWithObject: true })
		.catch(wordPixels)
	return {
		bytes: data,
		format: job.kind === 'encode' ? format : job.to,
		width: info.width,
		height: info.height,
	}
}

function keepWithin(image: Sharp, { maxSide }: EncodeJob): Sharp {
	return image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
}

/** Never enlarges: a box larger than the picture shrinks to it, in its own proportions. */
function measure(
	image: Sharp,
	{ width, height, resize, pull }: TransformJob,
	own: { width: number; height: number },
): Sharp {
	const wide = Math.min(width ?? longestSide, longestSide)
	const high = Math.min(height ?? longestSide, longestSide)
	if (resize === 'contain' || width === undefined || height === undefined)
		return image.resize(wide, high, { fit: 'inside', withoutEnlargement: true })
	if (resize === 'fill')
		return image.resize(Math.min(wide, own.width), Math.min(high, own.height), { fit: 'fill' })
	const shrink = Math.min(1, own.width / wide, own.height / high)
	const side = (length: number) => Math.max(1, Math.round(length * shrink))
	const box = { width: side(wide), height: side(high) }
	if (pull === undefined || pull.gravity === 'sm')
		return image.resize({ ...box, fit: 'cover', ...(pull ? { position: 'attention' } : {}) })
	const scale = Math.max(box.width / own.width, box.height / own.height)
	const whole = {
		width: Math.max(box.width, Math.round(own.width * scale)),
		height: Math.max(box.height, Math.round(own.height * scale)),
	}
	return image.resize({ ...whole, fit: 'fill' }).extract({ ...placeOf(whole, box, pull), ...box })
}

function encode(image: Sharp, job: ImageJob): Sharp {
	const to = job.kind === 'encode' ? job.format : job.to
	const quality = job.kind === 'encode' ? 84 : job.quality
	if (to === 'jpeg') return image.jpeg({ quality, mozjpeg: true })
	if (to === 'webp') return image.webp({ quality })
	if (to === 'avif') return image.avif({ quality, effort: 2 })
	return image.png({ compressionLevel: 8 })
}

/** What must be in memory at once: rows come and go, but some pictures are only known when all of them is. */
function memoryFor({ width, height, format, depth, channels, ...how }: Metadata): number {
	const pixels = width * height
	if (format === 'webp') return pixels * 4
	if (!how.isProgressive) return 0
	if (format === 'png') return pixels * channels * (depth === 'ushort' ? 2 : 1)
	// A progressive JPEG is kept as coefficients of two bytes, fewer where colours are coarser than light.
	return pixels * 2 * (how.chromaSubsampling === '4:2:0' ? 1.5 : channels)
}

function pngPixels(input: Buffer): number {
	if (input.length < 24 || input.toString('latin1', 12, 16) !== 'IHDR') return 0
	return input.readUInt32BE(16) * input.readUInt32BE(20)
}

function wordPixels(error: unknown): never {
	throw String(error).includes('pixel limit') ? new TooManyPixels() : error
}
