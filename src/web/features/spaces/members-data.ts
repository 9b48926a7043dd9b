import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { ProfileRow, Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { check, sayError, unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { readAnew } from '#web/lib/read-anew.ts'
import { supabase } from '#web/lib/supabase.ts'
import type { Member } from './member-row.tsx'

const order: Role[] = ['owner', 'editor', 'viewer']

/** The members of a space: owners first, then as they came. */
export function useMembers(spaceId: string) {
	return useQuery({
		queryKey: keys.members(spaceId),
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
			return rows.map(({ user_id, role, profile }) => ({
				userId: user_id,
				role,
				profile: profile as ProfileRow | null,
			}))
		},
		select: (members) =>
			members.toSorted((one, other) => order.indexOf(one.role) - order.indexOf(other.role)),
	})
}

/** What is to become of a member; without a role they are removed. */
type Wish = { member: Member; role: Role | null }

/**
 * Changes roles and removes members, one after the other. A role shows at once; no list that was read before the last
 * of the changes takes its place.
 */
export function useChangeMember(spaceId: string) {
	const user = useUser()
	const queries = useQueryClient()
	const queryKey = keys.members(spaceId)
	const mutationKey = [...queryKey, 'change']
	return useMutation({
		mutationKey,
		scope: { id: mutationKey.join() },
		mutationFn: async ({ member, role }: Wish) => {
			const table = (await supabase).from('space_members')
			const write = role ? table.update({ role }) : table.delete()
			check(await write.eq('space_id', spaceId).eq('user_id', member.userId))
		},
		onMutate: async ({ member: { userId }, role }) => {
			await queries.cancelQueries({ queryKey })
			if (!role) return
			queries.setQueryData<Member[]>(queryKey, (members) =>
				members?.map((one) => (one.userId === userId ? { ...one, role } : one)),
			)
		},
		onError: (error) => void toast(sayError(error)),
		onSettled: async () => {
			if (queries.isMutating({ mutationKey }) === 1)
				await readAnew(queries, queryKey, keys.spaces(user.id))
		},
	})
}
