import { useUser } from '#web/lib/auth/auth-context.tsx'
import { useMemberNames } from '#web/lib/history/use-space-history.ts'

/** The members of a space as choices: the reader first, as "You", then the others by name. */
export function useMembers(spaceId: string): { id: string; name: string }[] {
	const me = useUser().id
	const { data = [] } = useMemberNames(spaceId)
	return data
		.map(({ user_id: id, profile }) => ({
			id,
			name: id === me ? 'You' : (profile?.full_name ?? profile?.username ?? 'A member'),
		}))
		.sort((one, other) => Number(other.id === me) - Number(one.id === me) || one.name.localeCompare(other.name))
}
