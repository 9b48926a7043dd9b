import type { CropAnchor } from './image-crop.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Bytes needed to detect a format. */
export const signatureLength = 12

/** Format of an image by its first bytes, whatever its name or declared type. */
export function detectFormat(head: Buffer): ImageFormat | undefined {
	if (head.length < signatureLength) return undefined
	if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
	if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
	const isRiff = head.toString('latin1', 0, 4) === 'RIFF'
	return isRiff && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

/** Limits of an image for the codec: pixels of the input, longest side of the result. */
export type EncodeJob = {
	kind: 'encode'
	bytes: Buffer
	format: ImageFormat
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
