/** Upper bounds of the histogram of durations, in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Empty counts of all buckets; the last has no upper bound. */
export const emptyCounts = () => new Float64Array(durationBounds.length + 1)

/** The bucket of a duration. */
export function bucketOf(seconds: number): number {
	let at = 0
	while (at < durationBounds.length && seconds > (durationBounds[at] as number)) at++
	return at
}

/**
 * Estimates a quantile as Prometheus does, as if the durations of a bucket were spread evenly.
 * @returns seconds; the largest bound for what lies beyond it, and nothing without durations
 */
export function estimateQuantile(counts: Readonly<Float64Array>, quantile: number): number | undefined {
	const total = counts.reduce((sum, count) => sum + count, 0)
	if (total === 0) return undefined
	const wanted = total * quantile
	let below = 0
	for (const [at, upper] of durationBounds.entries()) {
		const count = counts[at] as number
		if (count > 0 && below + count >= wanted) {
			const lower = durationBounds[at - 1] ?? 0
			return lower + ((upper - lower) * (wanted - below)) / count
		}
		below += count
	}
	return durationBounds.at(-1)
}
