const slotMilliseconds = 5 * 60_000
/** An hour, with the slot that has just begun. */
const slots = 12

/** Response times of this process: estimates in seconds, of the last hour or since its start. */
export type RecentDurations = { since: Date; answers: number; median: number; percentile99: number }

/** Durations of the last hour, in slots of five minutes. The clock is given for tests. */
export function createRecentDurations(now: () => number = Date.now) {
	const start = now()
	const counts = Array.from({ length: slots }, () => ({ slot: -1, counts: emptyCounts() }))

	return {
		/** @param bucket of the histogram of durations */
		add(bucket: number): void {
			const slot = Math.floor(now() / slotMilliseconds)
			const place = counts[slot % slots] as (typeof counts)[number]
			if (place.slot !== slot) {
				place.slot = slot
				place.counts.fill(0)
			}
			place.counts[bucket] = (place.counts[bucket] as number) + 1
		},
		/** @returns nothing before the first answer */
		read(): RecentDurations | undefined {
			const oldest = Math.floor(now() / slotMilliseconds) - slots + 1
			const sum = emptyCounts()
			for (const { slot, counts: slotCounts } of counts)
				if (slot >= oldest)
					for (const [index, count] of slotCounts.entries()) sum[index] = (sum[index] as number) + count
			const median = estimateQuantile(sum, 0.5)
			const percentile99 = estimateQuantile(sum, 0.99)
			if (median === undefined || percentile99 === undefined) return undefined
			const since = new Date(Math.max(start, oldest * slotMilliseconds))
			return { since, answers: sum.reduce((total, count) => total + count, 0), median, percentile99 }
		},
	}
}

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
function estimateQuantile(counts: Readonly<Float64Array>, quantile: number): number | undefined {
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
