import type { Db } from '#platform/pg/db.ts'

const maxSpaces = 10_000

export type SpaceChanges = ReturnType<typeof followSpaceChanges>

/** Listens for changes of spaces, from its creation on. */
export function followSpaceChanges(db: Db) {
	const listeners: ((space: string | null) => void)[] = []
	const lastChanges = new Map<string, number>()
	let now = 0
	/** Every space counts as changed until here. */
	let allChanged = 0
	let listening: Promise<void> | undefined

	const note = (space: string | null) => {
		now++
		if (space === null || lastChanges.size >= maxSpaces) {
			lastChanges.clear()
			allChanged = now
		}
		if (space !== null) lastChanges.set(space, now)
		for (const listener of listeners) listener(space)
	}
	const ready = () => {
		listening ??= db
			.listen('plaudit_space', note, () => note(null))
			.catch((error) => {
				listening = undefined
				throw error
			})
		return listening
	}
	// The next call of `ready` repeats a failed attempt and reports its error.
	ready().catch(() => {})

	return {
		/** Calls `listener` for each change; null means that every space may have changed. */
		onChange: (listener: (space: string | null) => void) => void listeners.push(listener),
		/** Resolves when notifications arrive. A listener that could not be opened is opened again. */
		ready,
		/** A point in time: a number that only grows. */
		now: () => now,
		/** True when a space changed after `since`. A result that was read before the change must not be cached. */
		hasChanged: (space: string, since: number): boolean => Math.max(allChanged, lastChanges.get(space) ?? 0) > since,
	}
}
