import sharp, { type Sharp } from 'sharp'

/** What becomes of an upload: taken and encoded anew, or refused with a code of the wire. */
export type Verdict = 'taken' | 'InvalidMimeType' | 'InvalidImage' | 'EntityTooLarge'

/** One hostile or odd file, and its stated verdict in a bucket for pictures. */
export type Case = {
	name: string
	verdict: Verdict
	bytes(): Promise<Buffer>
	/** The type that its sender declares; nobody should care. */
	type?: string
}

export type Format = 'jpeg' | 'png' | 'webp'
export const formats: readonly Format[] = ['jpeg', 'png', 'webp']

/** Stands in every piece of metadata and every payload: a stored file that has it was not encoded anew. */
export const marker = 'PLAUDIT-SECRET'

/** A plain picture with something in it. */
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

export const encoded = (format: Format, image = picture()): Promise<Buffer> =>
	image.toFormat(format).toBuffer()

/** A case whose bytes are put together when they are wanted. */
export function file(
	name: string,
	verdict: Verdict,
	bytes: Case['bytes'] | Buffer | string,
	type?: string,
): Case {
	const make = typeof bytes === 'function' ? bytes : async () => Buffer.from(bytes as string)
	return { name, verdict, bytes: make, ...(type ? { type } : {}) }
}
