import type { ProbedRecording } from '#platform/media/recordings/probe/probe-recording.ts'

/** Sides of the shown picture, in pixels. */
const [maxLongSide, maxShortSide] = [1920, 1080]
const maxFps = 30
/** Limit for a stream that is shown without encoding it again, in bits per second. */
const maxCopiedBitRate = 8_000_000
const maxCopiedKeyInterval = 10

type Video = NonNullable<ProbedRecording['video']>
/** The steps that make the shown picture. */
export type VideoPlan = {
	width: number
	height: number
	fps: number
	/** True when the stream can be shown as it is. */
	isCopy: boolean
}

/** Decides size and frame rate of the shown picture. */
export function planVideo(video: Video): VideoPlan {
	const size = shownSize(video)
	return { ...size, fps: shownFps(video), isCopy: canBeCopied(video, size) }
}

/** Upright, with square pixels, even sides, and never larger than it was. */
function shownSize({ width, height, rotation, pixelAspect }: Video): { width: number; height: number } {
	const stretched = [Math.max(1, width * pixelAspect), height] as const
	const [wide, high] = rotation % 180 === 0 ? stretched : [stretched[1], stretched[0]]
	const scale = Math.min(1, maxLongSide / Math.max(wide, high), maxShortSide / Math.min(wide, high))
	const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2 + 0.01) * 2)
	return { width: even(wide), height: even(high) }
}

/** A constant rate: that of the source, half of it (50, 60), or 30 for a variable one. */
function shownFps({ statedFps, times }: Video): number {
	const interval = 1 / statedFps
	// Matroska rounds times to milliseconds.
	const isConstant =
		statedFps > 0 && times.shortestInterval > interval - 0.002 && times.longestInterval < interval + 0.002
	if (!isConstant) return maxFps
	if (statedFps <= maxFps) return statedFps
	return statedFps / 2 <= maxFps && statedFps / 2 >= 24 ? statedFps / 2 : maxFps
}

/** A stream that every browser plays, with frames and key frames regular enough to seek in. */
function canBeCopied(video: Video, size: { width: number; height: number }): boolean {
	const { codec, profile, pixelFormat, isInterlaced, rotation, pixelAspect, isHdr, times } = video
	const seconds = times.end - times.start
	return (
		codec === 'h264' &&
		['Constrained Baseline', 'Baseline', 'Main', 'High'].includes(profile) &&
		pixelFormat === 'yuv420p' &&
		!isHdr &&
		!isInterlaced &&
		rotation === 0 &&
		pixelAspect === 1 &&
		size.width === video.width &&
		size.height === video.height &&
		!times.hasCuts &&
		times.meanInterval > 1 / (maxFps + 1) &&
		times.longestInterval < 0.25 &&
		times.longestKeyInterval <= maxCopiedKeyInterval &&
		(times.bytes * 8) / Math.max(1, seconds) <= maxCopiedBitRate
	)
}
