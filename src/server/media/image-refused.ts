/**
 * `type`: not a JPEG, PNG or WebP by its bytes. `bytes` and `pixels`: too large. `damaged`: cannot be decoded whole.
 * `costly`: takes more memory or time than one picture is given.
 */
export type ImageProblem = 'type' | 'bytes' | 'pixels' | 'damaged' | 'costly'

/** A picture that is not taken, with a sentence for the sender. */
export class ImageRefused extends Error {
	readonly problem: ImageProblem
	constructor(problem: ImageProblem, message: string) {
		super(message)
		this.problem = problem
	}
}

/** More pictures are waiting than could be done in good time. */
export class ImagesBusy extends Error {}

/** The sentence of a refusal. `most` is what would have been allowed: bytes or pixels. */
export function refuse(problem: ImageProblem, most = 0): ImageRefused {
	const sentences: Record<ImageProblem, string> = {
		type: 'Only JPEG, PNG and WebP pictures are accepted.',
		bytes: `The picture is larger than ${Math.floor(most / 1024 / 1024)} MB.`,
		pixels: `The picture has more than ${Math.floor(most / 1_000_000)} megapixels.`,
		damaged: 'This picture is damaged and cannot be read.',
		costly: 'This picture takes too much memory or time to read. Save it in a simpler form.',
	}
	return new ImageRefused(problem, sentences[problem])
}
