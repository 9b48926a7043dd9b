/** The value when it was read, and the edited one. */
export type Edited<Whole> = { base: Whole; mine: Whole }

/** The same with unresolved conflicts, and the values that the last save sent. */
export type MergeState<Whole> = Edited<Whole> & {
	collisions: MergeConflict<keyof Whole>[]
	sent?: Partial<Whole>
	/** The same until they are read back. */
	pending?: Partial<Whole> | undefined
	/** True when the server accepted the save, and no newer value was read since. */
	isSaved?: boolean
}

/** With local changes to some parts. */
export function applyEdit<Whole>(before: MergeState<Whole>, part: Partial<Whole>): MergeState<Whole> {
	return { ...before, mine: { ...before.mine, ...part } }
}

/**
 * With a newer server value. A part changed on one side takes that side; a part changed on both keeps the local value
 * and becomes a conflict. Values that this page saved take the server's version unless edited since.
 */
export function applyRemote<Whole extends object>(
	before: MergeState<Whole>,
	theirs: Whole,
	merge: typeof mergeFields<Whole> = mergeFields,
): MergeState<Whole> {
	if (isEqual(before.base, theirs)) return before
	const returned = returnedFields(before.pending, theirs)
	const { merged, collisions } = merge({ ...before.base, ...returned }, before.mine, theirs)
	const isOurs = (field: keyof Whole) => isEqual(before.sent?.[field], theirs[field])
	const others = collisions.filter(({ field }) => !isOurs(field))
	const older = before.collisions.filter(
		({ field }) => !isEqual(merged[field], theirs[field]) && !others.some((one) => one.field === field),
	)
	const isReadBack = before.isSaved || isEqual(returned, before.pending)
	const pending = isReadBack ? undefined : before.pending
	const after = { ...before, base: theirs, mine: merged, collisions: [...older, ...others], pending }
	return before.isSaved ? { ...acceptUntouched(after), isSaved: false } : after
}

/** With earlier conflicts, too, where the server agrees because the local value was saved. */
export function keepConflicts<Whole>(
	after: MergeState<Whole>,
	earlier: MergeState<Whole>['collisions'],
): MergeState<Whole> {
	const resolved = earlier.filter(({ field }) => !after.collisions.some((one) => one.field === field))
	return { ...after, collisions: [...resolved, ...after.collisions] }
}

/** The save of these values begins. */
export function applySending<Whole>(before: MergeState<Whole>, sent: Partial<Whole>): MergeState<Whole> {
	return { ...before, sent, pending: sent }
}

/** The parts of a save that came back. An edit that was taken back meanwhile differs from them, and equals the value before the save. */
function returnedFields<Whole extends object>(pending: Partial<Whole> = {}, theirs: Whole): Partial<Whole> {
	const fields = Object.keys(pending) as (keyof Whole)[]
	const returned = fields.filter((field) => isEqual(pending[field], theirs[field]))
	return Object.fromEntries(returned.map((field) => [field, theirs[field]])) as Partial<Whole>
}

/** After a save, in either order with the read of its result. */
export function applySaved<Whole extends object>(before: MergeState<Whole>, sent: Partial<Whole>): MergeState<Whole> {
	return acceptUntouched({ ...before, sent, isSaved: true })
}

/** Drops conflicts about values that are unchanged since they were sent. */
function acceptUntouched<Whole extends object>(before: MergeState<Whole>): MergeState<Whole> {
	const isUntouched = ({ field }: MergeConflict<keyof Whole>) => isEqual(before.mine[field], before.sent?.[field])
	const mine = { ...before.mine }
	for (const { field } of before.collisions.filter(isUntouched)) mine[field] = before.base[field]
	return { ...before, mine, collisions: before.collisions.filter((one) => !isUntouched(one)) }
}

/** With the remote values wherever both sides had changed. */
export function acceptRemote<Whole extends object>(before: MergeState<Whole>, theirs: Whole): MergeState<Whole> {
	const mine = { ...before.mine }
	for (const { field } of before.collisions) mine[field] = theirs[field]
	return { base: theirs, mine, collisions: [] }
}

/** Deep equality, whatever the order of keys: the database sorts them. A missing key equals an undefined one, as in JSON. */
export function isEqual(a: unknown, b: unknown): boolean {
	if (a === b) return true
	if (Array.isArray(a) && Array.isArray(b))
		return a.length === b.length && a.every((entry, at) => isEqual(entry, b[at]))
	if (!isRecord(a) || !isRecord(b)) return false
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part that two people changed concurrently, with the other person's value. */
export type MergeConflict<Field> = { field: Field; theirs: unknown }

/**
 * Merges `mine` with what another person saved. Parts changed on one side since `base` take that side; parts changed
 * on both keep the local value and are reported as conflicts.
 */
export function mergeFields<Whole extends object>(
	base: Whole,
	mine: Whole,
	theirs: Whole,
): { merged: Whole; collisions: MergeConflict<keyof Whole>[] } {
	const merged = { ...theirs }
	const collisions: MergeConflict<keyof Whole>[] = []
	for (const field of Object.keys(theirs) as (keyof Whole)[]) {
		if (isEqual(base[field], mine[field])) continue
		merged[field] = mine[field]
		if (!isEqual(base[field], theirs[field]) && !isEqual(mine[field], theirs[field]))
			collisions.push({ field, theirs: theirs[field] })
	}
	return { merged, collisions }
}
