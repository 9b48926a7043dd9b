/** Lets so many pieces of work run at a time; the others wait in line. */
export function createGate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
	const line: (() => void)[] = []
	let running = 0
	return async (work) => {
		if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
		else running += 1
		try {
			return await work()
		} finally {
			const next = line.shift()
			// Whoever is next takes over the place.
			if (next) next()
			else running -= 1
		}
	}
}
