import { randomInt } from 'node:crypto'

const maxSamples = 64

/**
 * Makes a request that calls no one look like one that does, where an answer must not reveal whether an account exists:
 * it takes as long as a recent call, and fails while calls fail.
 */
export type TimingEqualizer = {
	/** Runs a call and records its duration and outcome. */
	observe<T>(work: () => Promise<T>): Promise<T>
	/** Waits as long as one of the last calls took. @throws the failure of the last call */
	simulate(): Promise<void>
}

/**
 * @param initialMilliseconds the duration that is simulated before the first call
 * @param isOutage false for an error that concerns one recipient only: the next call may succeed
 */
export function createTimingEqualizer(
	initialMilliseconds: number,
	isOutage: (error: unknown) => boolean,
): TimingEqualizer {
	const samples: number[] = []
	let failure: unknown
	return {
		async observe(work) {
			const started = performance.now()
			try {
				const result = await work()
				failure = undefined
				return result
			} catch (error) {
				failure = isOutage(error) ? error : undefined
				throw error
			} finally {
				samples.push(performance.now() - started)
				if (samples.length > maxSamples) samples.shift()
			}
		},
		async simulate() {
			const expected = failure
			// A random sample and not the mean: a mean would be recognizable among real durations.
			const duration = samples.length ? samples[randomInt(samples.length)] : initialMilliseconds
			await new Promise((resolve) => setTimeout(resolve, duration))
			if (expected) throw expected
		},
	}
}
