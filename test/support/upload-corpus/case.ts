import sharp, { type Sharp } from 'sharp'

/** Result of an upload: accepted and re-encoded, or refused with an error code. */
export type ExpectedResult = 'taken' | 'InvalidMimeType' | 'InvalidImage' | 'EntityTooLarge'

/** One hostile or odd file, and its expected result in a bucket with an image policy. */
export type UploadCase = {
	name: string
	verdict: ExpectedResult
	bytes(): Promise<Buffer>
	/** The declared type, which must be ignored. */
	type?: string
}

export type Format = 'jpeg' | 'png' | 'webp'
export const formats: readonly Format[] = ['jpeg', 'png', 'webp']

/** Part of all metadata and payloads: a stored file that contains it was not re-encoded. */
export const marker = 'PLAUDIT-SECRET'

/** A plain picture with visible content. */
export function picture(width = 60, height = 40, channels: 3 | 4 = 3): Sharp {
	const background = { r: 200, g: 90, b: 40, alpha: 0.5 }
	return sharp({ create: { width, height, channels, background } }).composite([
		{
			input: {
				create: {
					width: Math.max(1, width >> 1),
					height: Math.max(1, height >> 1),
					channels: 3,
					background: '#37c',
				},
			},
			left: 0,
			top: 0,
		},
	])
}

export const encoded = (format: Format, image = picture()): Promise<Buffer> => image.toFormat(format).toBuffer()

/** A case whose bytes are generated on demand. */
export function file(
	name: string,
	verdict: ExpectedResult,
	bytes: UploadCase['bytes'] | Buffer | string,
	type?: string,
): UploadCase {
	const make = typeof bytes === 'function' ? bytes : async () => Buffer.from(bytes as string)
	return { name, verdict, bytes: make, ...(type ? { type } : {}) }
}
