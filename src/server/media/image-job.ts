import type { Pull } from './image-crop.ts'
import type { ImageProblem } from './image-refused.ts'
import type { ImageFormat } from './image-signature.ts'

/** What a bucket or a form accepts, as the codec needs it: pixels of the input, longest side of the result. */
export type EncodeJob = {
	kind: 'encode'
	bytes: Buffer
	format: ImageFormat
	maxPixels: number
	maxSide: number
}

/** A picture made to measure. Sides in pixels; without one, the picture's own proportions give it. */
export type TransformJob = {
	kind: 'transform'
	bytes: Buffer
	format: ImageFormat
	maxPixels: number
	width: number | undefined
	height: number | undefined
	resize: 'cover' | 'contain' | 'fill'
	/** What stays of a picture that is cut to `cover`; the middle unless told. */
	pull: Pull | undefined
	quality: number
	to: ImageFormat | 'avif'
}
export type ImageJob = EncodeJob | TransformJob

/** A finished picture, encoded anew, upright, without metadata. */
export type CodedImage = {
	bytes: Buffer
	format: ImageFormat | 'avif'
	width: number
	height: number
}
export type ImageAnswer = { image: CodedImage } | { problem: ImageProblem }
