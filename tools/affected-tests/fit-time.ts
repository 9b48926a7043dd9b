/** Estimated seconds of one worker by test file, as the last whole run measured them. */
export type Durations = Readonly<Record<string, number>>
export type Timed = { file: string; seconds: number }

/** Estimate for a file without a measurement: about the average of slow tests and journeys. */
const unknownSeconds = 20

/**
 * Takes test files in their order while they fit into a time on two workers.
 * @param seconds time on the clock
 */
export function fitTime(
	files: readonly string[],
	durations: Durations,
	seconds: number,
): { kept: Timed[]; cut: Timed[]; seconds: number } {
	const kept: Timed[] = []
	const cut: Timed[] = []
	let used = 0
	for (const file of files) {
		const test = { file, seconds: durations[file] ?? unknownSeconds }
		if ((used + test.seconds) / 2 <= seconds) {
			used += test.seconds
			kept.push(test)
		} else cut.push(test)
	}
	return { kept, cut, seconds: used / 2 }
}
