import { useEffect, useRef, useState } from 'react'
import { same } from './merge.ts'
import { type Edited, edit, type Merged, saved, taken, theirsCame } from './merged.ts'

/**
 * Something that is edited here while others may save it elsewhere. When `theirs`, as the server has it, changes, the
 * edits are kept and merged; what both changed waits for a choice.
 * @param kept what an earlier page left unsaved
 * @param keep is told of every change, so that it outlives a reload
 */
export function useMerged<Whole extends object>(
	theirs: Whole,
	kept: () => Edited<Whole> | null = () => null,
	keep: (edited: Edited<Whole>) => void = () => {},
) {
	const [state, setState] = useState<Merged<Whole>>(() => ({
		...(kept() ?? { base: theirs, mine: theirs }),
		collisions: [],
	}))
	const now = theirsCame(state, theirs)
	if (now !== state) setState(now)
	// What answers a save was written when it was sent: it finds here what stands on the screen by then.
	const latest = useRef({ now, theirs, keep })
	latest.current = { now, theirs, keep }
	const become = (next: (now: Merged<Whole>, theirs: Whole) => Merged<Whole>) => {
		const after = next(latest.current.now, latest.current.theirs)
		latest.current = { ...latest.current, now: after }
		setState(after)
		hasKept.current = true
		keep(after)
	}
	// Only by whom something was kept here: a tab that merely looks on must not forget another one's work.
	const hasKept = useRef(!same(state.base, state.mine))
	useEffect(() => {
		if (hasKept.current) latest.current.keep(now)
	}, [now])
	return {
		mine: now.mine,
		/** What both changed, until one of the two choices is taken. */
		collisions: now.collisions,
		edit: (part: Partial<Whole>) => become((before) => edit(before, part)),
		/** A save of these parts is on its way: what comes back of them is nobody else's doing. */
		sending: (sent: Partial<Whole>) => become((before) => ({ ...before, sent })),
		/** They are saved: what was not edited further becomes what the server made of it. */
		saved: (sent: Partial<Whole>) => become((before) => saved(before, sent)),
		drop: () => become((_before, known) => ({ base: known, mine: known, collisions: [] })),
		takeTheirs: () => become((before, known) => taken(before, known)),
		keepMine: () => become((before) => ({ ...before, collisions: [] })),
	}
}
