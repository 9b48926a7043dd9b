import type { Config } from '#platform/config/config.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { rateLimited, unavailable } from '#product/http/errors.ts'
import { fetchPage, type OthersPage } from './fetch-page.ts'

/** Pages of one member in an hour, on each node. */
const mostPerHour = 60
const atOnce = 8
const hour = 3_600_000

/** Fetches a page for a member and reads it while its place is kept. @throws AppError 422, 429 after sixty in an hour, 503 */
export type PageReader = <T>(member: string, address: string, read: (page: OthersPage) => T | Promise<T>) => Promise<T>

/** Reads pages of others for members: a few at once, and not more of one member than a person looks at. */
export function createPageReader(
	config: Pick<Config, 'IMPORT_ALLOW_PRIVATE' | 'RATE_LIMITS'>,
	milliseconds: number,
): PageReader {
	const fetching = new Semaphore(atOnce, { maxWaiters: 20, refuse: tooMany })
	const takeBudget = createHourlyBudget(mostPerHour)
	return async (member, address, read) => {
		if (config.RATE_LIMITS && !takeBudget(member)) throw rateLimited()
		const rules = { milliseconds, allowPrivate: config.IMPORT_ALLOW_PRIVATE }
		return fetching.run(async () => read(await fetchPage(address, rules)))
	}
}

const tooMany = () => unavailable('Many pages are being read at this moment. Please try again.', 5)

/**
 * Counts what members ask for in an hour, on this node: the server must not be used to fetch the web.
 * @returns a function that counts one request of a member, and says whether it may be served
 */
function createHourlyBudget(most: number): (member: string) => boolean {
	const counts = new LruCache<string, { hour: number; used: number }>(10_000)
	return (member) => {
		const current = Math.floor(Date.now() / hour)
		const count = counts.get(member)
		const used = count?.hour === current ? count.used + 1 : 1
		counts.set(member, { hour: current, used })
		return used <= most
	}
}
