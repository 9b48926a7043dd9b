import { useEffect, useRef, useState } from 'react'
import {
	acceptRemote,
	applyEdit,
	applyRemote,
	applySaved,
	applySending,
	type Edited,
	isEqual,
	type MergeState,
} from './merge-state.ts'

/**
 * A value that is edited here while others may save it elsewhere. When `theirs`, the server's value, changes, local
 * edits are kept and merged; conflicts await a choice.
 * @param loadDraft edits that an earlier page left unsaved
 * @param saveDraft called with every change, so that it survives a reload
 */
export function useMergeState<Whole extends object>(
	theirs: Whole,
	loadDraft: () => Edited<Whole> | null = () => null,
	saveDraft: (edited: Edited<Whole>) => void = () => {},
) {
	const [state, setState] = useState<MergeState<Whole>>(() => ({
		...(loadDraft() ?? { base: theirs, mine: theirs }),
		collisions: [],
	}))
	const now = applyRemote(state, theirs)
	if (now !== state) setState(now)
	// A save's callback was created when it was sent; the ref gives it the current state.
	const latest = useRef({ now, theirs, saveDraft })
	latest.current = { now, theirs, saveDraft }
	const update = (next: (now: MergeState<Whole>, theirs: Whole) => MergeState<Whole>) => {
		const after = next(latest.current.now, latest.current.theirs)
		latest.current = { ...latest.current, now: after }
		setState(after)
		hasSaved.current = true
		saveDraft(after)
	}
	// Only the tab that stored a draft removes it: a tab without edits must not delete another's.
	const hasSaved = useRef(!isEqual(state.base, state.mine))
	useEffect(() => {
		if (hasSaved.current) latest.current.saveDraft(now)
	}, [now])
	return {
		value: now.mine,
		/** Parts changed on both sides, until one of the two is chosen. */
		collisions: now.collisions,
		edit: (part: Partial<Whole>) => update((before) => applyEdit(before, part)),
		/** A save of these parts is in flight: their return is not another person's change. */
		markSent: (sent: Partial<Whole>) => update((before) => applySending(before, sent)),
		/** They are saved: parts not edited since take the server's version. */
		markSaved: (sent: Partial<Whole>) => update((before) => applySaved(before, sent)),
		reset: () => update((_before, known) => ({ base: known, mine: known, collisions: [] })),
		acceptRemote: () => update((before, known) => acceptRemote(before, known)),
		keepLocal: () => update((before) => ({ ...before, collisions: [] })),
	}
}
