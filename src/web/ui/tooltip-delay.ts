/** How long a pointer rests before words appear (product.md §2), in milliseconds. */
export const wait = 700

const grace = 300
let closedAt = Number.NEGATIVE_INFINITY

/** A tooltip closed just now: the next one opens at once, as when moving along a row of buttons. */
export function warm(): void {
	closedAt = performance.now()
}

/** Whether the next tooltip opens without the wait. */
export function isWarm(): boolean {
	return performance.now() - closedAt < grace
}
