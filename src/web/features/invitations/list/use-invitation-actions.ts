import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwIfError } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** Sends the reminder now, or a failed invitation again. */
export const useRemindInvitation = () =>
	useInvitationAction((client, target: { invitation_id: string; new_email?: string }) =>
		client.rpc('remind_invitation', target),
	)

/** Takes an invitation out of the queue. */
export const useCancelInvitation = () =>
	useInvitationAction((client, target: { invitation_id: string }) => client.rpc('cancel_invitation', target))

/** Deletes an invitation for good, whatever became of it. */
export const useEraseInvitation = () =>
	useInvitationAction((client, target: { invitation_id: string }) => client.rpc('erase_invitation', target))

function useInvitationAction<Target>(call: (client: Client, target: Target) => PromiseLike<{ error: unknown }>) {
	const { space } = useSpace()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (target: Target) => throwIfError(await call(await supabase, target)),
		onSuccess: () => refetchQueries(queries, queryKeys.invitations(space.id)),
	})
}
