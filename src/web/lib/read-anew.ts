import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads again what a change of one's own touched, once the server has it. What was asked before then is dropped: its
 * answer may be older than the change, and would put the old state back. `invalidateQueries` alone lets it stand where
 * it is the first answer, or where no screen shows it at the moment.
 * @returns a promise that resolves when all that is on the screen has been read
 */
export async function readAnew(queries: QueryClient, ...changed: QueryKey[]): Promise<void> {
	await Promise.all(changed.map((queryKey) => queries.cancelQueries({ queryKey })))
	await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
