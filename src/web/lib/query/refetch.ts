import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches what a saved change affects. Requests in flight are cancelled: their responses may be older than the
 * change. `invalidateQueries` alone keeps them when they are initial or inactive.
 * @returns a promise that resolves when all active queries have been fetched
 */
export async function refetchQueries(queries: QueryClient, ...changed: QueryKey[]): Promise<void> {
	await Promise.all(changed.map((queryKey) => queries.cancelQueries({ queryKey })))
	await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
