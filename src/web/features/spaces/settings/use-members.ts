import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ProfileRow, Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** A member of a space. The profile is missing when it is no longer visible. */
export type Member = { userId: string; role: Role; profile: ProfileRow | null }

const roleOrder: Role[] = ['owner', 'editor', 'viewer']

/** The members of a space: owners first, then by date. */
export function useMembers(spaceId: string) {
	return useQuery({
		queryKey: queryKeys.members(spaceId),
		queryFn: async (): Promise<Member[]> => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('space_members')
					.select('user_id, role, profile:profiles(id, username, full_name, avatar_path)')
					.eq('space_id', spaceId)
					.order('created_at')
					.order('user_id'),
			)
			return rows.map(({ user_id: userId, role, profile }) => ({ userId, role, profile: profile as ProfileRow | null }))
		},
		select: (members) => members.toSorted((one, other) => roleOrder.indexOf(one.role) - roleOrder.indexOf(other.role)),
	})
}

/** The new role of a member; without a role they are removed. */
type MemberChange = { member: Member; role: Role | null }

/**
 * Changes roles and removes members in order. A change shows at once; no list fetched before the last change replaces
 * it.
 */
export function useChangeMember(spaceId: string) {
	const user = useUser()
	const queries = useQueryClient()
	const queryKey = queryKeys.members(spaceId)
	const mutationKey = [...queryKey, 'change']
	return useMutation({
		mutationKey,
		scope: { id: mutationKey.join() },
		mutationFn: async ({ member, role }: MemberChange) => {
			const table = (await supabase).from('space_members')
			const write = role ? table.update({ role }) : table.delete()
			throwIfError(await write.eq('space_id', spaceId).eq('user_id', member.userId))
		},
		onMutate: async ({ member: { userId }, role }) => {
			await queries.cancelQueries({ queryKey })
			if (!role) return
			queries.setQueryData<Member[]>(queryKey, (members) =>
				members?.map((one) => (one.userId === userId ? { ...one, role } : one)),
			)
		},
		onError: (error) => void toast(errorMessage(error)),
		onSettled: async () => {
			if (queries.isMutating({ mutationKey }) === 1) await refetchQueries(queries, queryKey, queryKeys.spaces(user.id))
		},
	})
}
