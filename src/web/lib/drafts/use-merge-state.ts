import { useRef, useState } from 'react'
import { acceptRemote, applyEdit, applyRemote, applySending, type MergeState } from './merge-state.ts'

/**
 * A value that is edited here while others may save it elsewhere. When `theirs`, the server's value, changes, local
 * edits are kept and merged; conflicts await a choice.
 */
export function useMergeState<Whole extends object>(theirs: Whole) {
	const [state, setState] = useState<MergeState<Whole>>({ base: theirs, mine: theirs, collisions: [] })
	const now = applyRemote(state, theirs)
	if (now !== state) setState(now)
	// A save's callback was created when it was sent; the ref gives it the current state.
	const latest = useRef({ now, theirs })
	latest.current = { now, theirs }
	const update = (next: (now: MergeState<Whole>, theirs: Whole) => MergeState<Whole>) => {
		const after = next(latest.current.now, latest.current.theirs)
		latest.current = { ...latest.current, now: after }
		setState(after)
	}
	return {
		value: now.mine,
		/** Parts changed on both sides, until one of the two is chosen. */
		collisions: now.collisions,
		edit: (part: Partial<Whole>) => update((before) => applyEdit(before, part)),
		/** A save of these parts is in flight: their return is not another person's change. */
		markSent: (sent: Partial<Whole>) => update((before) => applySending(before, sent)),
		acceptRemote: () => update((before, known) => acceptRemote(before, known)),
		keepLocal: () => update((before) => ({ ...before, collisions: [] })),
	}
}
