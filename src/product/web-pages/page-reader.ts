import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { rateLimited } from '#product/http/errors.ts'
import { fetchPage, type OthersPage } from './fetch-page.ts'
import { createHourlyBudget } from './hourly-budget.ts'

/** Pages of one member in an hour, on each node. */
const mostPerHour = 60
const atOnce = 8

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

function tooMany(): AppError {
	return new AppError(503, 'unavailable', 'Many pages are being read at this moment. Please try again.', {
		headers: { 'retry-after': '5' },
	})
}
