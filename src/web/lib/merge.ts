/** Equal in content, whatever the identity. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A part that two people changed at the same time, with what the other one wrote. */
export type Collision<Field> = { field: Field; theirs: unknown }

/** Somebody else has saved since what one knows was read: nothing was written. */
export class StaleError extends Error {
	override name = 'StaleError'
}

/**
 * Brings `mine` up to what somebody else has saved meanwhile. Parts that only one side changed since `base` take that
 * side; where both did, mine stands and the collision is told.
 */
export function mergeParts<Whole extends object>(
	base: Whole,
	mine: Whole,
	theirs: Whole,
): { merged: Whole; collisions: Collision<keyof Whole>[] } {
	const merged = { ...theirs }
	const collisions: Collision<keyof Whole>[] = []
	for (const field of Object.keys(theirs) as (keyof Whole)[]) {
		if (same(base[field], mine[field])) continue
		merged[field] = mine[field]
		if (!same(base[field], theirs[field]) && !same(mine[field], theirs[field]))
			collisions.push({ field, theirs: theirs[field] })
	}
	return { merged, collisions }
}
