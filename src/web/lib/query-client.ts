import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './errors.ts'

/** One cache for the page. Only failures that may pass by themselves are tried again, twice. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 30_000,
				retry: (failures, error) => failures < 2 && isPassing(error),
			},
			// Without a connection a form says so at once, where waiting for one would look like work.
			mutations: { retry: false, networkMode: 'always' },
		},
	})
}
