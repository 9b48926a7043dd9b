import { plainCaptionText } from '#shared/recording/caption-text.ts'
import type { Cue } from '#shared/recording/cue.ts'
import type { CaptionProblem } from '#shared/recording/parse-captions.ts'

/** A caption while it is typed: `end` is null until it is closed. */
export type DraftCue = { id: number; start: number; end: number | null; text: string }

/** Seconds that a caption without an end is shown, at most. */
const openSeconds = 5
/** No caption is shorter. */
const minSeconds = 0.1

const nextId = (draft: readonly DraftCue[]): number => Math.max(0, ...draft.map(({ id }) => id)) + 1
const round = (seconds: number): number => Math.round(seconds * 1000) / 1000

export const toDraft = (cues: readonly Cue[]): DraftCue[] => cues.map((cue, at) => ({ id: at + 1, ...cue }))

/** The captions with words, as they are stored; an open one ends with the next, or after some seconds. */
export const toCues = (draft: readonly DraftCue[], seconds: number): Cue[] =>
	draft.flatMap(({ start, end, text }, at) => {
		const plain = plainCaptionText(text)
		const next = draft[at + 1]?.start ?? Math.max(seconds, start + minSeconds)
		return plain === ''
			? []
			: [{ start, end: end ?? round(Math.min(Math.max(next, start + minSeconds), start + openSeconds)), text: plain }]
	})

/** Begins a caption at a second, and closes an open one that began before. */
export const beginCue = (draft: readonly DraftCue[], at: number): { draft: DraftCue[]; id: number } => {
	const start = round(at)
	const id = nextId(draft)
	const index = draft.findLastIndex((cue) => cue.start <= start) + 1
	const before = draft
		.slice(0, index)
		.map((cue) => (cue.end === null && cue.start < start ? { ...cue, end: start } : cue))
	return { draft: [...before, { id, start, end: null, text: '' }, ...draft.slice(index)], id }
}

/** Closes a caption at a second, and begins the next one there or selects the one that stands there. */
export const closeCue = (draft: readonly DraftCue[], id: number, at: number): { draft: DraftCue[]; id: number } => {
	const index = draft.findIndex((cue) => cue.id === id)
	const cue = draft[index]
	if (!cue) return { draft: [...draft], id }
	const next = draft[index + 1]
	// Enter in a line of before goes on to the next line, as in any list.
	if (cue.end !== null && next) return { draft: [...draft], id: next.id }
	const end = cue.end ?? round(Math.max(at, cue.start + minSeconds))
	const closed = draft.map((one) => (one.id === id ? { ...one, end } : one))
	return next ? { draft: closed, id: next.id } : beginCue(closed, Math.max(at, end))
}

export const changeCue = (draft: readonly DraftCue[], id: number, patch: Partial<DraftCue>): DraftCue[] =>
	draft.map((cue) => (cue.id === id ? { ...cue, ...patch } : cue))

/** The first line that cannot be stored, counted from 1. */
export const draftProblem = (
	draft: readonly DraftCue[],
): { line: number; problem: Extract<CaptionProblem, 'end_before_start' | 'not_ascending'> } | null => {
	for (const [at, cue] of draft.entries()) {
		if (cue.end !== null && cue.end <= cue.start) return { line: at + 1, problem: 'end_before_start' }
		if (cue.start < (draft[at - 1]?.start ?? 0)) return { line: at + 1, problem: 'not_ascending' }
	}
	return null
}
