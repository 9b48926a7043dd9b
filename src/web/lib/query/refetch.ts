import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Refetches what a saved change affects. Requests in flight are cancelled: their responses may be older than the
 * change. `invalidateQueries` alone keeps them when they are initial or inactive.
 * @returns a promise that resolves when all active queries have been fetched
 */
export async function refetchQueries(queries: QueryClient, ...changed: QueryKey[]): Promise<void> {
	await Promise.all(changed.map((queryKey) => queries.cancelQueries({ queryKey })))
	await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/**
 * Puts a saved value in place of what a query has. A request in flight is cancelled, as its response may be older than
 * the save, and sent again, as it may have been for another person's change.
 */
export function replaceQueryData<Data>(
	queries: QueryClient,
	queryKey: QueryKey,
	update: Updater<Data | undefined, Data | undefined>,
): void {
	const isFetching = queries.isFetching({ queryKey, exact: true }) > 0
	// Not awaited: until the value is set, no other request may begin.
	void queries.cancelQueries({ queryKey, exact: true })
	queries.setQueryData<Data>(queryKey, update)
	if (isFetching) void queries.invalidateQueries({ queryKey, exact: true })
}
