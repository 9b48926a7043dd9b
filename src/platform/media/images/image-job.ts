import type { CropAnchor } from './image-crop.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp'
/** Formats that are only read for pictures from elsewhere: they are stored as WebP, a GIF by its first frame. */
export type ConvertedFormat = 'avif' | 'gif'

/** Bytes needed to detect a format. */
export const signatureLength = 12
/** Bytes in which the brands of a file are looked for. */
const longestBrands = 256

/** Format of an image by its first bytes, whatever its name or declared type. */
export function detectFormat(head: Buffer): ImageFormat | undefined {
	if (head.length < signatureLength) return undefined
	if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
	if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
	const isRiff = head.toString('latin1', 0, 4) === 'RIFF'
	return isRiff && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

/** Format by the first bytes, of those that are converted. A HEIF container is AVIF by one of its brands: HEIC has none of them. */
export function detectConvertedFormat(bytes: Buffer): ConvertedFormat | undefined {
	if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif'
	return brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : undefined
}

/** The brands of an ISO base media file (ISO/IEC 14496-12), the major one first; empty for other files. */
export function brandsOf(bytes: Buffer): string[] {
	if (bytes.length < signatureLength || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
	const size = Math.min(bytes.readUInt32BE(0), bytes.length, longestBrands)
	const brands = [bytes.toString('latin1', 8, 12)]
	// The version of the major brand stands between it and the compatible ones.
	for (let at = 16; at + 4 <= size; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
	return brands
}

/** The format in which an image is stored. */
export function storedFormat(format: ImageFormat | ConvertedFormat): ImageFormat {
	return format === 'avif' || format === 'gif' ? 'webp' : format
}

/** Limits of an image for the codec: pixels of the input, longest side of the result. */
export type EncodeJob = {
	kind: 'encode'
	bytes: Buffer
	format: ImageFormat | ConvertedFormat
	maxPixels: number
	maxSide: number
}

/** A transformation. Sides in pixels; a missing side follows from the aspect ratio. */
export type TransformJob = {
	kind: 'transform'
	bytes: Buffer
	format: ImageFormat
	maxPixels: number
	width: number | undefined
	height: number | undefined
	resize: 'cover' | 'contain' | 'fill'
	/** Anchor of a `cover` crop; by default the center. */
	anchor: CropAnchor | undefined
	quality: number
	to: ImageFormat | 'avif'
}
export type ImageJob = EncodeJob | TransformJob

/** A finished image: re-encoded, upright, without metadata. */
export type CodedImage = {
	bytes: Buffer
	format: ImageFormat | 'avif'
	width: number
	height: number
}
export type ImageAnswer = { image: CodedImage } | { problem: ImageProblem }

/**
 * `type`: not a JPEG, PNG or WebP by its bytes. `bytes` and `pixels`: too large. `damaged`: cannot be decoded.
 * `costly`: needs more memory or time than one image may.
 */
export type ImageProblem = 'type' | 'bytes' | 'pixels' | 'damaged' | 'costly'

/** An image that is refused, with a message for the sender. */
export class ImageRejected extends Error {
	readonly problem: ImageProblem
	constructor(problem: ImageProblem, message: string) {
		super(message)
		this.problem = problem
	}
}

/** The queue of image jobs is full. */
export class ImagesBusy extends Error {}

/** The message of a refusal. `most` is the limit: bytes or pixels. */
export function rejectImage(problem: ImageProblem, limit = 0): ImageRejected {
	const sentences: Record<ImageProblem, string> = {
		type: 'Only JPEG, PNG and WebP pictures are accepted.',
		bytes: `The picture is larger than ${Math.floor(limit / 1024 / 1024)} MB.`,
		pixels: `The picture has more than ${Math.floor(limit / 1_000_000)} megapixels.`,
		damaged: 'This picture is damaged and cannot be read.',
		costly: 'This picture takes too much memory or time to read. Save it in a simpler form.',
	}
	return new ImageRejected(problem, sentences[problem])
}
