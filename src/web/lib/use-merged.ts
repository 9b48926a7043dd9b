import { useState } from 'react'
import { type Collision, mergeParts, same } from './merge.ts'

/** What was known when it was read, and what was made of it. */
export type Edited<Whole> = { base: Whole; mine: Whole }
type State<Whole> = Edited<Whole> & { collisions: Collision<keyof Whole>[] }

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
	const [state, setState] = useState<State<Whole>>(() => ({
		...(kept() ?? { base: theirs, mine: theirs }),
		collisions: [],
	}))
	let now = state
	if (!same(now.base, theirs)) {
		now = bringUp(now, theirs)
		setState(now)
	}
	const become = (next: State<Whole>) => {
		setState(next)
		keep(next)
	}
	return {
		mine: now.mine,
		/** What both changed, until one of the two choices is taken. */
		collisions: now.collisions,
		edit: (part: Partial<Whole>) => become({ ...now, mine: { ...now.mine, ...part } }),
		drop: () => become({ base: theirs, mine: theirs, collisions: [] }),
		takeTheirs: () => {
			const mine = { ...now.mine }
			for (const { field } of now.collisions) mine[field] = theirs[field]
			become({ base: theirs, mine, collisions: [] })
		},
		keepMine: () => become({ ...now, collisions: [] }),
	}
}

function bringUp<Whole extends object>(before: State<Whole>, theirs: Whole): State<Whole> {
	const { merged, collisions } = mergeParts(before.base, before.mine, theirs)
	const older = before.collisions.filter(
		({ field }) =>
			!same(merged[field], theirs[field]) && !collisions.some((one) => one.field === field),
	)
	return { base: theirs, mine: merged, collisions: [...older, ...collisions] }
}
