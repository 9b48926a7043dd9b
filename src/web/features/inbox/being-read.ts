import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#web/lib/query-keys.ts'
import { inboxKeys } from './inbox-cache.ts'

/** Whether something under a key is being read at this moment. */
export const isBeingRead = (cache: QueryClient, queryKey: readonly unknown[]): boolean =>
	cache.isFetching({ queryKey }) > 0

/** Resolves when nothing under a key is being read any more. */
export const wasRead = (cache: QueryClient, queryKey: readonly unknown[]): Promise<void> =>
	new Promise((resolve) => {
		if (!isBeingRead(cache, queryKey)) return resolve()
		const stop = cache.getQueryCache().subscribe(() => {
			if (isBeingRead(cache, queryKey)) return
			stop()
			resolve()
		})
	})

/**
 * Numbers that are on their way while something changes were counted before it or after it, nobody knows.
 * @returns what has them counted again, for when the change is on the server
 */
export const doubtNumbers = (cache: QueryClient, spaceId: string): (() => void) => {
	const doubtful = [inboxKeys.counts(spaceId), keys.pendingCount(spaceId)].filter((queryKey) =>
		isBeingRead(cache, queryKey),
	)
	return () => {
		for (const queryKey of doubtful)
			wasRead(cache, queryKey).then(() => cache.invalidateQueries({ queryKey }))
	}
}
