import type { ItemMedia } from '#web/features/inbox/data/inbox-item.ts'

/** The part of a recording that walls play, in seconds. */
export type Trim = { start: number; end: number }
export type TrimEdge = keyof Trim
/** Where an edge goes: to a second, or by some seconds from where it is. */
export type EdgeMove = { to: number } | { by: number }

/** Shorter parts cannot be chosen. */
const minSeconds = 0.5

const round = (seconds: number): number => Math.round(seconds * 100) / 100

/** The stored part; all of it when nothing is trimmed. */
export const trimOf = (media: Pick<ItemMedia, 'trim_start' | 'trim_end' | 'seconds'>): Trim => {
	const seconds = media.seconds ?? 0
	return { start: media.trim_start ?? 0, end: Math.min(media.trim_end ?? seconds, seconds) }
}

/** Moves one edge, within the recording and before or after the other edge. */
export const moveTrimEdge = (trim: Trim, edge: TrimEdge, move: EdgeMove, seconds: number): Trim => {
	const to = 'by' in move ? trim[edge] + move.by : move.to
	return edge === 'start'
		? { ...trim, start: round(Math.max(0, Math.min(to, trim.end - minSeconds))) }
		: { ...trim, end: round(Math.min(seconds, Math.max(to, trim.start + minSeconds))) }
}

/** The columns of a part: null at the ends of the recording. */
export const trimColumns = ({ start, end }: Trim, seconds: number): Pick<ItemMedia, 'trim_start' | 'trim_end'> => ({
	trim_start: start <= 0 ? null : start,
	trim_end: end >= seconds ? null : end,
})

export const isWhole = (trim: Trim, seconds: number): boolean => trim.start <= 0 && trim.end >= seconds
