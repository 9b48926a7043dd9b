import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ProfileRow, Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { roles } from '#web/lib/spaces/role-words.ts'

/** A member of a space. The profile is missing when it is no longer visible. */
export type Member = { userId: string; role: Role; since: string; profile: ProfileRow | null }

/** The members of a space: owners first, then by date. */
export function useMembers(spaceId: string) {
	return useQuery({
		queryKey: queryKeys.members(spaceId),
		queryFn: async (): Promise<Member[]> => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('space_members')
					.select('user_id, role, created_at, profile:profiles(id, username, full_name, avatar_path)')
					.eq('space_id', spaceId)
					.order('created_at')
					.order('user_id'),
			)
			return rows.map(({ user_id: userId, role, created_at: since, profile }) => ({
				userId,
				role,
				since,
				profile: profile as ProfileRow | null,
			}))
		},
		select: (members) => members.toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role)),
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

/** The display name of a member; owners see the address of a person without a name. */
export function memberName({ profile }: Member, address?: string | null): string {
	return profile?.full_name || profile?.username || address || 'A member'
}

/** The e-mail addresses of the members by user, for owners; empty for others. */
export function useMemberAddresses(spaceId: string, isOwner: boolean): ReadonlyMap<string, string | null> {
	const { data } = useQuery({
		queryKey: queryKeys.memberAddresses(spaceId),
		enabled: isOwner,
		queryFn: async () => unwrap(await (await supabase).rpc('member_addresses', { space_id: spaceId })),
	})
	return new Map(isOwner ? data?.map(({ user_id, email }) => [user_id, email]) : [])
}
