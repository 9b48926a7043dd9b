import type { Take } from './takes/take.ts'

/** Limits of a recording: seconds of its form, and bytes that the server takes. */
export type RecordingLimits = { maxSeconds: number; maxBytes: number }

/** A recording may be this many seconds longer than its form allows, as lengths are rounded. */
const tolerance = 1
/** Shorter recordings that have too many bytes cannot be trimmed to a part that says anything. */
const shortestTrimmed = 10
/** Larger files are not kept on the device for trimming: most would find no room. */
const largestTrimmed = 5
/** The bytes of a recording are spread unevenly over its seconds. */
const reserve = 0.95

type Size = Pick<Take, 'seconds' | 'bytes'>

/** The most seconds of a recording that can be sent, in whole seconds. One with too many bytes is cut by their share. */
export function fittingSeconds({ seconds, bytes }: Size, { maxSeconds, maxBytes }: RecordingLimits): number {
	if (bytes <= maxBytes) return maxSeconds
	return Math.max(1, Math.min(maxSeconds, Math.floor(((seconds * maxBytes) / bytes) * reserve)))
}

/** Whole seconds by which a part is longer than `most`; 0 when it fits. */
export function excessSeconds(seconds: number, most: number): number {
	return seconds <= most + tolerance ? 0 : Math.round(seconds) - most
}

/** True when a recording has to be trimmed before it can be sent. One of unknown length never has. */
export function isOverLimit(size: Size, limits: RecordingLimits): boolean {
	return excessSeconds(size.seconds, fittingSeconds(size, limits)) > 0
}

/** True when trimming makes a file of too many bytes fit. */
export function canTrimToFit({ seconds, bytes }: Size, maxBytes: number): boolean {
	return seconds >= shortestTrimmed && bytes <= maxBytes * largestTrimmed
}
