import { LruCache } from '#platform/lru-cache.ts'

const hour = 3_600_000

/**
 * Counts what members ask for in an hour, on this node: the server must not be used to fetch the web.
 * @returns a function that counts one request of a member, and says whether it may be served
 */
export function createHourlyBudget(most: number): (member: string) => boolean {
	const counts = new LruCache<string, { hour: number; used: number }>(10_000)
	return (member) => {
		const current = Math.floor(Date.now() / hour)
		const count = counts.get(member)
		const used = count?.hour === current ? count.used + 1 : 1
		counts.set(member, { hour: current, used })
		return used <= most
	}
}
