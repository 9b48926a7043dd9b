/**
 * Collects ids whose rows changed on the server and reads them again together. Ids with a change of
 * our own on its way are held back: an answer read before that change would undo it on the screen.
 */
export type Refresher = {
	add: (ids: readonly string[]) => void
	hold: (ids: readonly string[]) => void
	release: (ids: readonly string[]) => void
	/** Reads something, and says of which ids the answer may not know a change of our own yet. */
	reading: <Answer>(
		load: () => Promise<Answer>,
	) => Promise<{ answer: Answer; doubtful: ReadonlySet<string> }>
	stop: () => void
}

/** `read` gets at most `limit` ids at a time, `delay` milliseconds after the first of them. */
export const createRefresher = (
	read: (ids: string[]) => void,
	delay = 40,
	limit = 100,
): Refresher => {
	const waiting = new Set<string>()
	const held = new Map<string, number>()
	const doubts = new Set<Set<string>>()
	let timer: ReturnType<typeof setTimeout> | undefined

	const flush = () => {
		timer = undefined
		const ready = [...waiting].filter((id) => !held.has(id)).slice(0, limit)
		for (const id of ready) waiting.delete(id)
		if (ready.length > 0) read(ready)
		if (ready.length === limit) arm()
	}
	const arm = () => {
		timer ??= setTimeout(flush, delay)
	}
	const add = (ids: readonly string[]) => {
		for (const id of ids) waiting.add(id)
		arm()
	}
	return {
		add,
		hold: (ids) => {
			for (const id of ids) held.set(id, (held.get(id) ?? 0) + 1)
			for (const doubtful of doubts) for (const id of ids) doubtful.add(id)
		},
		release: (ids) => {
			for (const id of ids) {
				const left = (held.get(id) ?? 1) - 1
				if (left > 0) held.set(id, left)
				else held.delete(id)
			}
			add(ids)
		},
		reading: async (load) => {
			const doubtful = new Set(held.keys())
			doubts.add(doubtful)
			try {
				return { answer: await load(), doubtful }
			} finally {
				doubts.delete(doubtful)
			}
		},
		stop: () => {
			clearTimeout(timer)
			timer = undefined
			waiting.clear()
		},
	}
}
