/** A budget: `burst` requests at once, then one each `period` seconds. */
export type Budget = { period: number; burst: number }

const maxRemembered = 20_000

/** The same budgets, counted in this process alone: an upper bound of what the shared ones would grant. */
export function createLocalBudgets(now: () => number = Date.now) {
	const arrivals = new Map<string, number>()
	return {
		/** Seconds to wait; 0 when granted. */
		take(key: string, { period, burst }: Budget): number {
			const present = now()
			const next = Math.max(arrivals.get(key) ?? 0, present) + period * 1000
			const excess = next - present - burst * period * 1000
			if (excess > 0) return excess / 1000
			arrivals.delete(key)
			if (arrivals.size >= maxRemembered) arrivals.delete(arrivals.keys().next().value ?? '')
			arrivals.set(key, next)
			return 0
		},
	}
}
