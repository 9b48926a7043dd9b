/**
 * Collects ids of changed rows and fetches them in batches. Ids with a local change in flight are held back: a
 * response from before that change would undo it on the screen.
 */
export type Refresher = {
	add: (ids: readonly string[]) => void
	hold: (ids: readonly string[]) => void
	release: (ids: readonly string[]) => void
	/** Says that newer rows are shown: responses that were requested before may miss them. */
	supersede: (ids: readonly string[]) => void
	/** Runs a fetch and reports the ids whose local or newer changes its response may miss. */
	loadTracked: <Answer>(load: () => Promise<Answer>) => Promise<{ answer: Answer; doubtful: ReadonlySet<string> }>
	stop: () => void
}

/** `read` gets at most `limit` ids at a time, `delay` milliseconds after the first of them. */
export const createRefresher = (read: (ids: string[]) => void, delay = 40, limit = 100): Refresher => {
	const queued = new Set<string>()
	const held = new Map<string, number>()
	const staleSets = new Set<Set<string>>()
	let timer: ReturnType<typeof setTimeout> | undefined

	const flush = () => {
		timer = undefined
		const ready = [...queued].filter((id) => !held.has(id)).slice(0, limit)
		for (const id of ready) queued.delete(id)
		if (ready.length > 0) read(ready)
		if (ready.length === limit) schedule()
	}
	const schedule = () => {
		timer ??= setTimeout(flush, delay)
	}
	const add = (ids: readonly string[]) => {
		for (const id of ids) queued.add(id)
		schedule()
	}
	const supersede = (ids: readonly string[]) => {
		for (const doubtful of staleSets) for (const id of ids) doubtful.add(id)
	}
	return {
		add,
		supersede,
		hold: (ids) => {
			for (const id of ids) held.set(id, (held.get(id) ?? 0) + 1)
			supersede(ids)
		},
		release: (ids) => {
			for (const id of ids) {
				const left = (held.get(id) ?? 1) - 1
				if (left > 0) held.set(id, left)
				else held.delete(id)
			}
			add(ids)
		},
		loadTracked: async (load) => {
			const doubtful = new Set(held.keys())
			staleSets.add(doubtful)
			try {
				return { answer: await load(), doubtful }
			} finally {
				staleSets.delete(doubtful)
			}
		},
		stop: () => {
			clearTimeout(timer)
			timer = undefined
			queued.clear()
		},
	}
}
