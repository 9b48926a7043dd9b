import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { BulkAction, BulkBody, BulkSummary } from '#shared/bulk-api.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { toBulkFilter } from './bulk-filter.ts'
import { bulkErrorMessage, callBulk } from './call-bulk.ts'

/** The summary of the whole view, as the server counts it. */
export const useBulkSummary = () => {
	const { client, space, list } = useInbox()
	const { filter } = list
	return useQuery({
		queryKey: [...inboxKeys.all(space.id), 'bulk-summary', filter],
		queryFn: async () => {
			const body = { space_id: space.id, filter: toBulkFilter(filter) }
			return callBulk<BulkSummary>(client, 'bulk-summary', body)
		},
		staleTime: 10_000,
	})
}

/** Starts a bulk action on the whole view. */
export const useStartBulk = () => {
	const { client, space, list, selection } = useInbox()
	const { filter } = list
	const { setBulk, askBulk, clearSelection, state } = selection
	return useMutation({
		mutationFn: async ({ action, value }: { action: BulkAction; value: string | null }) => {
			const body: BulkBody = {
				space_id: space.id,
				filter: toBulkFilter(filter),
				action,
				...(value !== null && { value }),
			}
			return callBulk<{ id: string; count: number }>(client, 'bulk', body)
		},
		onSuccess: ({ id, count }) => {
			askBulk(null)
			clearSelection()
			if (count === 0) toast('Nothing in this view needed it any more.')
			else setBulk({ id, after: state.decisions.at(-1)?.key })
		},
	})
}

/** The bulk action of the bar, followed to its end, with its stop and its undo. */
export const useBulkJob = () => {
	const { client, space, selection } = useInbox()
	const { bulk } = selection
	const cache = useQueryClient()
	const id = bulk?.id ?? ''
	const key = [...inboxKeys.all(space.id), 'bulk', id]
	const { data: job } = useQuery({
		queryKey: key,
		enabled: bulk !== null,
		queryFn: async () => unwrap(await client.from('bulk_jobs').select().eq('space_id', space.id).eq('id', id).single()),
		// Realtime tells of each piece; this is for a connection without it.
		refetchInterval: ({ state }) => (isRunning(state.data?.state ?? 'queued') ? 1000 : false),
	})
	const isAtEnd = job !== undefined && !isRunning(job.state)
	useEffect(() => {
		if (isAtEnd) void cache.invalidateQueries({ queryKey: inboxKeys.all(space.id) })
	}, [isAtEnd, cache, space.id])
	const change = useMutation({
		mutationFn: (step: 'stop' | 'undo') => callBulk(client, `bulk/${id}/${step}`, {}),
		onSuccess: () => cache.invalidateQueries({ queryKey: key }),
		onError: (error) => toast.error(bulkErrorMessage(error)),
	})
	return { job, change }
}

/** True when a bulk action or its undo goes on. */
export const isRunning = (state: string): boolean => ['queued', 'running', 'undoing'].includes(state)
