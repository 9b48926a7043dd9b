type Entry<Value> = { value: Value; at: number }

/** What was said of so many ids of late. What was said first is forgotten first. */
export type Recent<Value> = {
	/** @param id whatever a token says; what is no text is nobody's */
	get(id: unknown): Value | undefined
	/** Takes what is newer than what is known. @param at when it came to be, unix milliseconds */
	note(id: string, value: Value, at: number): void
}

/** @param changed called when something new was noted */
export function createRecent<Value>(
	most: number,
	longest: number,
	changed: () => void,
): Recent<Value> {
	const entries = new Map<string, Entry<Value>>()
	return {
		get: (id) => (typeof id === 'string' ? entries.get(id)?.value : undefined),
		note(id, value, at) {
			const known = entries.get(id)
			if (known && (known.at > at || known.value === value)) return
			entries.delete(id)
			entries.set(id, { value, at })
			for (const [oldest, entry] of entries) {
				const isOver = entry.at < Date.now() - longest
				if (!isOver && entries.size <= most) break
				entries.delete(oldest)
			}
			changed()
		},
	}
}
