import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** Milliseconds: an attempt that the mail server did not take changes no invitation, so no live change tells it. */
const queuePoll = 15_000

/** The queue of a space, its states by number, and the operator's limits. */
export const useInvitationProgress = (spaceId: string) =>
	useQuery({
		queryKey: queryKeys.invitationProgress(spaceId),
		queryFn: async () => {
			const client = await supabase
			return unwrap(await client.rpc('invitation_progress', { space_id: spaceId }))
		},
		refetchInterval: ({ state }) => ((state.data?.states.queued ?? 0) > 0 ? queuePoll : false),
	})
