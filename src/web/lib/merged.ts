import { type Collision, mergeParts, same } from './merge.ts'

/** What was known when it was read, and what was made of it. */
export type Edited<Whole> = { base: Whole; mine: Whole }

/** The same with what waits for a choice, and with what a save of one's own last sent. */
export type Merged<Whole> = Edited<Whole> & {
	collisions: Collision<keyof Whole>[]
	sent?: Partial<Whole>
	/** Whether the server took it and nothing was read since. */
	isSaved?: boolean
}

/** With some parts changed here. */
export function edit<Whole>(before: Merged<Whole>, part: Partial<Whole>): Merged<Whole> {
	return { ...before, mine: { ...before.mine, ...part } }
}

/**
 * With what the server has by now. What only one side changed takes that side; where both did, mine stands and waits
 * for a choice. What was saved from here is nobody else's doing: where it was not edited further meanwhile, it becomes
 * what the server made of it.
 */
export function theirsCame<Whole extends object>(
	before: Merged<Whole>,
	theirs: Whole,
): Merged<Whole> {
	if (same(before.base, theirs)) return before
	const { merged, collisions } = mergeParts(before.base, before.mine, theirs)
	const isOurs = (field: keyof Whole) => same(before.sent?.[field], theirs[field])
	const others = collisions.filter(({ field }) => !isOurs(field))
	const older = before.collisions.filter(
		({ field }) =>
			!same(merged[field], theirs[field]) && !others.some((one) => one.field === field),
	)
	const after = { ...before, base: theirs, mine: merged, collisions: [...older, ...others] }
	return before.isSaved ? { ...untouchedTaken(after), isSaved: false } : after
}

/** After a save, whether what it made was read by now or not. */
export function saved<Whole extends object>(
	before: Merged<Whole>,
	sent: Partial<Whole>,
): Merged<Whole> {
	return untouchedTaken({ ...before, sent, isSaved: true })
}

/** Of what waits for a choice, that which is still as it was sent becomes what the server made of it. */
function untouchedTaken<Whole extends object>(before: Merged<Whole>): Merged<Whole> {
	const isUntouched = ({ field }: Collision<keyof Whole>) =>
		same(before.mine[field], before.sent?.[field])
	const mine = { ...before.mine }
	for (const { field } of before.collisions.filter(isUntouched)) mine[field] = before.base[field]
	return { ...before, mine, collisions: before.collisions.filter((one) => !isUntouched(one)) }
}

/** With theirs in the place of mine wherever both had changed the same. */
export function taken<Whole extends object>(before: Merged<Whole>, theirs: Whole): Merged<Whole> {
	const mine = { ...before.mine }
	for (const { field } of before.collisions) mine[field] = theirs[field]
	return { base: theirs, mine, collisions: [] }
}
