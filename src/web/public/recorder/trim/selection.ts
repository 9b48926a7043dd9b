import type { Part } from './trim-take.ts'

/** The shortest part that can be chosen, in seconds. */
const shortest = 1

/**
 * The part after its start was moved. `keyFrames` are the only starts where the browser cannot encode: the next one in the
 * direction of the move is taken.
 */
export function moveStart(part: Part, wanted: number, keyFrames?: readonly number[]): Part {
	const last = Math.max(0, part.to - shortest)
	const value = Math.min(last, Math.max(0, wanted))
	if (!keyFrames) return { ...part, from: round(value) }
	const starts = [0, ...keyFrames].filter((time) => time <= last)
	const from = wanted < part.from ? starts.findLast((time) => time <= value) : starts.find((time) => time >= value)
	return { ...part, from: from ?? part.from }
}

/** The part after its end was moved; it stays within `length`. */
export function moveEnd(part: Part, wanted: number, length: number): Part {
	return { ...part, to: round(Math.min(length, Math.max(part.from + shortest, wanted))) }
}

/** True when the part leaves out something that can be noticed. */
export function isCut({ from, to }: Part, length: number): boolean {
	return from > 0.05 || to < length - 0.05
}

/** The seconds of `count` frames, each in the middle of an equal piece of the part. */
export function frameTimes({ from, to }: Part, count: number): number[] {
	return Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 0.5)) / count)
}

const round = (seconds: number) => Math.round(seconds * 10) / 10
