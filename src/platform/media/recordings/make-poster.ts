import { processImage } from '#platform/media/images/image-worker-pool.ts'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { decoderLimits, type InputFile, inputArguments } from './ffmpeg/input-arguments.ts'
import { toRejection } from './ffmpeg/reject-failed-run.ts'
import { runTool } from './ffmpeg/run-tool.ts'
import { RecordingRejected } from './recording-rejected.ts'

const MiB = 1024 * 1024
const maxWidth = 1280
const seconds = 30

/** A WebP picture without metadata. */
export type PosterImage = { bytes: Buffer; width: number; height: number }
type PosterOptions = { folder: string; signal: AbortSignal | undefined }

/** Where a frame is looked for that is neither black nor of one colour, as parts of the whole duration. */
const candidates = [0.2, 0.35, 0.5, 0.1, 0.75]
const sample = { width: 32, height: 18 }

/** Seconds to go back where no frame begins at or after the wanted one, as at the end of a video; then the first frame is taken. */
const stepBack = 2

/** Makes the poster of a shown file from the frame at a second, or the last one before it. @throws RecordingRejected */
export async function makePoster(
	ffmpeg: Ffmpeg,
	input: InputFile,
	at: number,
	options: PosterOptions,
): Promise<PosterImage> {
	const png = await pictureAt(ffmpeg, input, at, options)
	const { bytes, width, height } = await processImage('transform', async () => ({
		kind: 'transform',
		bytes: png,
		format: 'png',
		maxPixels: 10_000_000,
		width: maxWidth,
		height: undefined,
		resize: 'contain',
		anchor: undefined,
		quality: 80,
		to: 'webp',
	}))
	return { bytes, width, height }
}

async function pictureAt(ffmpeg: Ffmpeg, input: InputFile, at: number, options: PosterOptions): Promise<Buffer> {
	for (const time of [at, Math.max(0, at - stepBack), 0]) {
		const png = await frameAt(ffmpeg, input, time, options, [
			...['-vf', `scale=w='min(iw,${maxWidth})':h=-2`, '-c:v', 'png', '-f', 'image2pipe'],
		])
		if (png.length > 0) return png
	}
	throw new RecordingRejected('unreadable', `there is no frame at ${at} s`)
}

/** Second of the first candidate that shows something; the first candidate when none does. */
export async function findCover(
	ffmpeg: Ffmpeg,
	input: InputFile,
	duration: number,
	options: PosterOptions,
): Promise<number> {
	const times = candidates.map((part) => part * duration)
	for (const time of times) {
		const pixels = await frameAt(ffmpeg, input, time, options, [
			...['-vf', `scale=${sample.width}:${sample.height},format=gray`, '-c:v', 'rawvideo', '-f', 'rawvideo'],
		])
		if (showsSomething(pixels)) return time
	}
	return times[0] ?? 0
}

function showsSomething(gray: Buffer): boolean {
	if (gray.length === 0) return false
	const mean = gray.reduce((sum, level) => sum + level, 0) / gray.length
	const deviation = Math.sqrt(gray.reduce((sum, level) => sum + (level - mean) ** 2, 0) / gray.length)
	return mean > 24 && deviation > 6
}

async function frameAt(
	ffmpeg: Ffmpeg,
	input: InputFile,
	at: number,
	{ folder, signal }: PosterOptions,
	how: string[],
): Promise<Buffer> {
	const args = [
		...['-v', 'error', '-nostdin', '-nostats', '-ss', at.toFixed(3), ...decoderLimits, ...inputArguments(input)],
		...['-map', '0:v:0', '-frames:v', '1', ...how, 'pipe:1'],
	]
	try {
		return (await runTool(ffmpeg, 'ffmpeg', { args, seconds, folder, signal, maxOutputBytes: 32 * MiB })).output
	} catch (error) {
		throw toRejection(error)
	}
}
