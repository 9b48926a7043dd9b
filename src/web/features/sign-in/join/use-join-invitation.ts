import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { writeCurrentSpace } from '#web/lib/spaces/space-context.tsx'

/** The invitation of a link; null for an unknown one. It is read again when another person signs in. */
export function useJoinInvitation(token: string) {
	const { loading, user } = useAuth()
	return useQuery({
		queryKey: queryKeys.joinInvitation(token, user?.id),
		enabled: !loading,
		queryFn: async () => {
			const { data, error } = await (await supabase).rpc('member_invitation', { token })
			throwIfError({ error })
			return data
		},
	})
}

/** Opens a space of the signed-in person. */
export function useOpenSpace() {
	const queries = useQueryClient()
	const navigate = useNavigate()
	return async (spaceId: string) => {
		writeCurrentSpace(spaceId)
		// The list of spaces was read before this one was joined.
		const id = (await (await supabase).auth.getSession()).data.session?.user.id
		if (id) await refetchQueries(queries, queryKeys.spaces(id))
		navigate('/dashboard/overview', { replace: true })
	}
}

/** Accepts the invitation and opens the space; declines it. After a refusal the invitation is read again. */
export function useAnswerInvitation(token: string) {
	const queries = useQueryClient()
	const openSpace = useOpenSpace()
	const reread = () => refetchQueries(queries, queryKeys.join(token))
	const accept = useMutation({
		mutationFn: async () => {
			const joined = unwrap(await (await supabase).rpc('accept_member_invitation', { token }))
			await openSpace(joined.space_id)
		},
		onError: reread,
	})
	const decline = useMutation({
		mutationFn: async () => throwIfError(await (await supabase).rpc('decline_member_invitation', { token })),
		onSettled: reread,
	})
	return { accept, decline }
}
