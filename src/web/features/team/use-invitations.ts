import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { MemberInvitationRow, Role } from '#shared/rows.ts'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The invitations of a space that are not accepted, the newest first; of one address only the last. For owners. */
export function useInvitations(spaceId: string, enabled: boolean) {
	return useQuery({
		queryKey: queryKeys.memberInvitations(spaceId),
		enabled,
		queryFn: async () =>
			unwrap(
				await (await supabase)
					.from('member_invitations')
					.select('*')
					.eq('space_id', spaceId)
					.is('accepted_at', null)
					.is('revoked_at', null)
					.order('created_at', { ascending: false })
					.order('id'),
			),
		select: (rows) => rows.filter(({ email }, index) => rows.findIndex((row) => row.email === email) === index),
	})
}

/** True when an invitation is open, declined or has expired. */
export function invitationState({ declined_at, expires_at }: MemberInvitationRow): 'open' | 'declined' | 'expired' {
	if (declined_at) return 'declined'
	return new Date(expires_at).getTime() <= Date.now() ? 'expired' : 'open'
}

/** Invites an address; the error is shown beside the form. */
export function useInvite(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (given: { email: string; role: Role }) =>
			unwrap(await (await supabase).rpc('invite_member', { space_id: spaceId, ...given })),
		onSuccess: ({ email, renewed }) =>
			toast(renewed ? `${email} was invited already. The invitation is sent again.` : `Invitation sent to ${email}`),
		onSettled: () => refetchQueries(queries, queryKeys.memberInvitations(spaceId)),
	})
}

/** Changes one invitation and says what happened in a toast. */
function useInvitationChange(
	spaceId: string,
	work: (client: Client, invitation: MemberInvitationRow) => Promise<unknown>,
	said: string,
) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (invitation: MemberInvitationRow) => work(await supabase, invitation),
		onSuccess: () => toast(said),
		onError: (error) => void toast(errorMessage(error)),
		onSettled: () => refetchQueries(queries, queryKeys.memberInvitations(spaceId)),
	})
}

/** Sends an invitation again; a declined one is replaced by a new one. */
export function useSendAgain(spaceId: string) {
	return useInvitationChange(
		spaceId,
		async (client, { id, email, role, declined_at }) =>
			throwIfError(
				declined_at
					? await client.rpc('invite_member', { space_id: spaceId, email, role })
					: await client.rpc('resend_member_invitation', { invitation_id: id }),
			),
		'The invitation is sent again',
	)
}

/** Takes an invitation back; its links stop working. */
export function useRevoke(spaceId: string) {
	return useInvitationChange(
		spaceId,
		async (client, { id }) => throwIfError(await client.rpc('revoke_member_invitation', { invitation_id: id })),
		'The invitation was taken back',
	)
}

/** Fetches the link of an invitation, for an owner who hands it over without mail. */
export function useInvitationLink() {
	return useMutation({
		mutationFn: async (invitationId: string) => {
			const { functions } = await supabase
			const { data, error } = await functions.invoke<{ url: string }>('member-link', {
				body: { invitation_id: invitationId },
			})
			if (error || !data) throw error ?? new Error('no link')
			return data.url
		},
		onError: () => void toast('The link could not be made. Reload the page and try again.'),
	})
}
