import { randomInt } from 'node:crypto'

/** Before the first message went out. */
const usualMilliseconds = 400
const mostKept = 64

/** How long the gateway takes, to take as long where nothing may be sent. */
export type SendTimes = {
	/** Does what sends a message and remembers how long it took, also when it failed. */
	measure<T>(work: () => Promise<T>): Promise<T>
	/** Waits as long as one of the last messages took. */
	takeAsLong(): Promise<void>
}

/**
 * Chance picks among the last times: a mean would stand out among them.
 * @param before milliseconds that are taken before anything was measured
 */
export function createSendTimes(before = usualMilliseconds): SendTimes {
	const times: number[] = []
	return {
		async measure(work) {
			const started = performance.now()
			try {
				return await work()
			} finally {
				times.push(performance.now() - started)
				if (times.length > mostKept) times.shift()
			}
		},
		async takeAsLong() {
			const last = times.length ? times[randomInt(times.length)] : before
			await new Promise((resolve) => setTimeout(resolve, last))
		},
	}
}
