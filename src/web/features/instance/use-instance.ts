import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { InstanceAction, InstanceReport, LandingReport } from '#shared/instance/instance-report.ts'
import { errorMessage, isTransient, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

const refreshMilliseconds = 10_000

/** The state of the installation, read again every ten seconds while the page is visible. */
export function useInstance() {
	return useQuery({
		queryKey: queryKeys.instance,
		queryFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<InstanceReport>('instance', { method: 'GET' }))
		},
		// Another try cannot succeed for an account that is no operator.
		refetchInterval: ({ state }) => (state.error && !isTransient(state.error) ? false : refreshMilliseconds),
		staleTime: 0,
	})
}

/** The page of the server's own address, and the walls that it may show. */
export function useLanding() {
	return useQuery({
		queryKey: [...queryKeys.instance, 'landing'],
		queryFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<LandingReport>('instance?landing', { method: 'GET' }))
		},
	})
}

/** One action of an operator; `said` is shown when it is done. */
export function useInstanceAction() {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ action }: { action: InstanceAction; said: string }) =>
			throwIfError(await (await supabase).functions.invoke('instance', { body: action })),
		onSettled: () => refetchQueries(queries, queryKeys.instance),
		onSuccess: (_, { said }) => void toast(said),
		onError: async (error) => void toast((await serverMessage(error)) ?? errorMessage(error)),
	})
}

/** The server's own words, as for what a mail server said; nothing when it did not answer or refused the caller. */
async function serverMessage(error: Error & { context?: unknown }): Promise<string | undefined> {
	const { context } = error
	if (!(context instanceof Response) || context.status !== 503) return undefined
	const answer: { error?: { message?: string } } = await context.json().catch(() => ({}))
	return answer.error?.message
}
