import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'

/** A bulk action that is followed, and the key of the last decision before it. */
export type FollowedBulk = { id: string; after: number | undefined }

/**
 * The bulk action whose bar is shown: the one that was started here, else the member's last one that runs or can still
 * be undone, so that a reload keeps the bar. One that was closed stays closed in this tab.
 */
export const useFollowedBulk = (
	client: Client,
	spaceId: string,
	canEdit: boolean,
): [FollowedBulk | null, (bulk: FollowedBulk | null) => void] => {
	const me = useUser().id
	const [chosen, choose] = useState<FollowedBulk | null>()
	const [closed, setClosed] = useSessionStorage(`plaudit-bulk-closed-${spaceId}`, '')
	const { data: last } = useQuery({
		queryKey: ['last-bulk', spaceId],
		enabled: canEdit,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		queryFn: async () => {
			const jobs = client.from('bulk_jobs').select('id').eq('space_id', spaceId).eq('created_by', me)
			const open = `state.in.(queued,running,undoing),undo_until.gt.${new Date().toISOString()}`
			const rows = unwrap(await jobs.gt('total', 0).or(open).order('created_at', { ascending: false }).limit(1))
			return rows[0]?.id ?? null
		},
	})
	const former = last && last !== closed ? { id: last, after: undefined } : null
	const bulk = chosen === undefined ? former : chosen
	return [
		bulk,
		(next) => {
			if (next === null && bulk) setClosed(bulk.id)
			choose(next)
		},
	]
}
