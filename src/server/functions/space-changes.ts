/**
 * Remembers which spaces changed since when, so that what was read before a change is never kept after it. A moment is
 * a number that only grows.
 */
export function createSpaceChanges(most = 10_000) {
	const last = new Map<string, number>()
	let now = 0
	// Every space counts as changed up to here: all changed at once, or too many were to be remembered.
	let all = 0

	return {
		now: () => now,
		/** Notes the change of a space, or of every space. */
		note(space: string | null) {
			now++
			if (space === null || last.size >= most) {
				last.clear()
				all = now
			}
			if (space !== null) last.set(space, now)
		},
		hasChanged: (space: string, since: number) => Math.max(all, last.get(space) ?? 0) > since,
	}
}
