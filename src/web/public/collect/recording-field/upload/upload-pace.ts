const MiB = 1024 * 1024
/** The size of the first part, in bytes. */
export const firstPartBytes = 6 * MiB
const smallestPart = MiB
const largestPart = 48 * MiB

/**
 * Size of the next part in bytes: large ones cost fewer round trips, small ones less when the connection breaks.
 * @param seconds that a part of `bytes` took
 * @param largest part that proxies on the way take
 */
export function nextPartBytes(bytes: number, seconds: number, largest = largestPart): number {
	if (seconds < 4) return Math.min(bytes * 2, largest, largestPart)
	if (seconds > 20) return Math.min(Math.max(Math.ceil(bytes / 2), smallestPart), largest)
	return Math.min(bytes, largest)
}

/** Sizes of parts for a proxy that refuses larger requests. Its limit counts the whole body; that of nginx is 1 MiB by default. */
const partsBelowLimits = [900 * 1024, 256 * 1024, 64 * 1024]

/** The next smaller part in bytes, after one of `refused` bytes; undefined where none is left to try. */
export function smallerPart(refused: number): number | undefined {
	return partsBelowLimits.find((bytes) => bytes < refused)
}

const longestDelay = 60_000

/**
 * Milliseconds before the next try: exponential from one second, at most a minute, with half of it random, so that visitors do
 * not return together after an outage.
 */
export function retryDelay(attempt: number, random = Math.random()): number {
	const delay = Math.min(1000 * 2 ** attempt, longestDelay)
	return delay / 2 + (random * delay) / 2
}

/** Estimates seconds left from the bytes of the last seconds; null until there is enough to go by. */
export function createEstimate(total: number) {
	let samples: { at: number; sent: number }[] = []
	return (sent: number, now: number): number | null => {
		samples = [...samples.filter(({ at }) => now - at < 10_000), { at: now, sent }]
		const [first] = samples
		if (!first || now - first.at < 1500 || sent <= first.sent) return null
		const rate = (sent - first.sent) / (now - first.at)
		return Math.ceil((total - sent) / rate / 1000)
	}
}
