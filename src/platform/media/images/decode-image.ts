import sharp, { type Metadata, type Sharp } from 'sharp'
import { rejectImage } from './image-job.ts'

/** The JPEG decoder's warning when the rest of a picture is missing; it fills that with grey. */
const incomplete = /premature end/i
/** Rows and columns in which a picture is looked at for its missing part. */
const sampledRows = 200
const sampledColumns = 16
/** The share of a picture that must be there: more than half. */
const minShare = 0.55

/**
 * Decodes an image as far as possible: the one place that decides which faults are tolerated. Cameras, messengers and editors write wrong
 * headers, checksums and ends. It runs in a worker process only.
 * @param work finishes the pipeline; it is called again for a picture whose end is missing
 * @throws ImageRejected `pixels`, `damaged`, or the decoder's error when nothing can be decoded
 */
export async function decodeImage<T>(
	bytes: Uint8Array,
	maxPixels: number,
	work: (image: Sharp) => Promise<T>,
): Promise<T> {
	let isComplete = true
	const image = open(bytes, maxPixels, 'truncated').on('warning', (message: string) => {
		if (incomplete.test(message)) isComplete = false
	})
	try {
		const result = await work(image)
		if (isComplete) return result
	} catch (error) {
		refuseExceeded(error)
	}
	if ((await shareDecoded(bytes, maxPixels)) < minShare) throw rejectImage('damaged')
	return work(open(bytes, maxPixels, 'none'))
}

/** Reads the declarations in the header of an image. @throws ImageRejected `pixels`, or the decoder's error */
export async function readImageHeader(bytes: Uint8Array, maxPixels: number): Promise<Metadata> {
	try {
		return await open(bytes, maxPixels, 'none').metadata()
	} catch (error) {
		refuseExceeded(error)
		throw error
	}
}

function open(bytes: Uint8Array, maxPixels: number, failOn: 'truncated' | 'none', ignoreIcc = false): Sharp {
	return sharp(bytes, { failOn, limitInputPixels: maxPixels, pages: 1, sequentialRead: true, ignoreIcc })
}

/** @throws ImageRejected `pixels`, or the error, when a limit was exceeded: a second attempt would exceed it again */
function refuseExceeded(error: unknown): void {
	const text = String(error)
	if (text.includes('pixel limit')) throw rejectImage('pixels')
	if (text.includes('timeout')) throw error
}

/** The share of rows above the part that the decoder filled: with grey in a JPEG, with nothing in a PNG. */
async function shareDecoded(bytes: Uint8Array, maxPixels: number): Promise<number> {
	const { height, format, space } = await readImageHeader(bytes, maxPixels)
	// Four inks have no colour of their own for what is missing.
	if (space === 'cmyk') return 1
	const fill = format === 'jpeg' ? 128 : 0
	const { data, info } = await open(bytes, maxPixels, 'none', true)
		.resize({ width: sampledColumns, height: Math.min(height, sampledRows), fit: 'fill', kernel: 'nearest' })
		.raw()
		.toBuffer({ resolveWithObject: true })
	let filled = data.length
	while (filled > 0 && Math.abs((data[filled - 1] ?? 0) - fill) <= 2) filled--
	return Math.ceil(filled / (info.width * info.channels)) / info.height
}
