import sharp, { type Metadata, type Sharp } from 'sharp'
import { imageLimits } from '#shared/parser-limits.ts'
import { decodeImage, readImageHeader } from './decode-image.ts'
import { cropOffset } from './image-crop.ts'
import {
	type CodedImage,
	type EncodeJob,
	type ImageJob,
	rejectImage,
	storedFormat,
	type TransformJob,
} from './image-job.ts'

const maxTransformSide = 2000

// Every other decoder is blocked, whatever the bytes claim: no SVG, TIFF, PDF, VIPS; GIF and HEIF outside of jobs for them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
	operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
/** The decoders of formats that only some jobs may read. */
const jobLoaders = { avif: 'VipsForeignLoadHeifBuffer', gif: 'VipsForeignLoadNsgifBuffer' } as const
/** Names that the decoder has for formats. */
const decoderNames = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', avif: 'heif' } as const
sharp.cache(false)
sharp.concurrency(1)

/**
 * Decodes and re-encodes an image. Runs in a worker process, one job after another.
 * @throws ImageRejected `pixels` or `costly`, or the decoder's error for damaged bytes
 */
export async function runImageJob(job: ImageJob): Promise<CodedImage> {
	const { format } = job
	if (format !== 'avif' && format !== 'gif') return runJob(job)
	const operation = [jobLoaders[format]]
	sharp.unblock({ operation })
	try {
		return await runJob(job)
	} finally {
		sharp.block({ operation })
	}
}

async function runJob(job: ImageJob): Promise<CodedImage> {
	const { bytes, format, maxPixels } = job
	// The declared dimensions are checked before decoding: the header alone may be the attack.
	if (format === 'png' && pngPixels(bytes) > maxPixels) throw rejectImage('pixels')
	const found = await readImageHeader(bytes, maxPixels)
	if (found.width * found.height > maxPixels) throw rejectImage('pixels')
	if (memoryFor(found) > imageLimits.decodedBytes) throw rejectImage('costly')
	if (found.format !== decoderNames[format]) throw new Error(`the decoder found ${found.format}`)
	const { data, info } = await decodeImage(bytes, maxPixels, (image) => {
		const upright = image.timeout({ seconds: imageLimits.seconds }).rotate()
		const sized = job.kind === 'encode' ? fitInside(upright, job) : applyTransform(upright, job, found.autoOrient)
		return encode(sized.toColourspace('srgb'), job).toBuffer({ resolveWithObject: true })
	})
	return { bytes: data, format: targetOf(job), width: info.width, height: info.height }
}

function fitInside(image: Sharp, { maxSide }: EncodeJob): Sharp {
	return image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
}

/** Never enlarges: a box larger than the image shrinks to it with the same aspect ratio. */
function applyTransform(
	image: Sharp,
	{ width, height, resize, anchor }: TransformJob,
	own: { width: number; height: number },
): Sharp {
	const wide = Math.min(width ?? maxTransformSide, maxTransformSide)
	const high = Math.min(height ?? maxTransformSide, maxTransformSide)
	if (resize === 'contain' || width === undefined || height === undefined)
		return image.resize(wide, high, { fit: 'inside', withoutEnlargement: true })
	if (resize === 'fill') return image.resize(Math.min(wide, own.width), Math.min(high, own.height), { fit: 'fill' })
	const shrink = Math.min(1, own.width / wide, own.height / high)
	const side = (length: number) => Math.max(1, Math.round(length * shrink))
	const box = { width: side(wide), height: side(high) }
	if (anchor === undefined || anchor.gravity === 'sm')
		return image.resize({ ...box, fit: 'cover', ...(anchor ? { position: 'attention' } : {}) })
	const scale = Math.max(box.width / own.width, box.height / own.height)
	const whole = {
		width: Math.max(box.width, Math.round(own.width * scale)),
		height: Math.max(box.height, Math.round(own.height * scale)),
	}
	return image.resize({ ...whole, fit: 'fill' }).extract({ ...cropOffset(whole, box, anchor), ...box })
}

function encode(image: Sharp, job: ImageJob): Sharp {
	const to = targetOf(job)
	const quality = job.kind === 'encode' ? 84 : job.quality
	if (to === 'jpeg') return image.jpeg({ quality, mozjpeg: true })
	if (to === 'webp') return image.webp({ quality })
	if (to === 'avif') return image.avif({ quality, effort: 2 })
	return image.png({ compressionLevel: 8 })
}

const targetOf = (job: ImageJob) => (job.kind === 'encode' ? storedFormat(job.format) : job.to)

/** Memory needed at once: most images stream row by row, but some need all rows. */
function memoryFor({ width, height, format, depth, channels, ...how }: Metadata): number {
	const pixels = width * height
	if (format === 'webp' || format === 'gif') return pixels * 4
	// Planes with their references, and the pixels that they become.
	if (format === 'heif') return pixels * 8
	if (!how.isProgressive) return 0
	if (format === 'png') return pixels * channels * (depth === 'ushort' ? 2 : 1)
	// A progressive JPEG is held as two-byte coefficients, fewer with chroma subsampling.
	return pixels * 2 * (how.chromaSubsampling === '4:2:0' ? 1.5 : channels)
}

function pngPixels(input: Buffer): number {
	if (input.length < 24 || input.toString('latin1', 12, 16) !== 'IHDR') return 0
	return input.readUInt32BE(16) * input.readUInt32BE(20)
}
