import { LruCache } from '#platform/lru-cache.ts'

/** A rate limit: `burst` requests at once, then one per `period` seconds. */
export type RateLimit = { period: number; burst: number }

const maxEntries = 20_000

/** Rate limits counted in this process: an upper bound of what the shared ones grant. */
export function createLocalRateLimits(now: () => number = Date.now) {
	const arrivals = new LruCache<string, number>(maxEntries)
	return {
		/** Seconds to wait; 0 when granted. */
		take(key: string, { period, burst }: RateLimit): number {
			const present = now()
			const next = Math.max(arrivals.get(key) ?? 0, present) + period * 1000
			const excess = next - present - burst * period * 1000
			if (excess > 0) return excess / 1000
			arrivals.set(key, next)
			return 0
		},
	}
}
