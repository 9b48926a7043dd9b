import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from './space-context.tsx'

/** A function for the end of access to the current space: forgets its data, says so, and opens another space. */
export function useCloseSpace(): (message: string) => Promise<void> {
	const user = useUser()
	const { space } = useSpace()
	const navigate = useNavigate()
	const queries = useQueryClient()
	return async (message) => {
		toast(message)
		queries.removeQueries({ queryKey: queryKeys.space(space.id) })
		await refetchQueries(queries, queryKeys.spaces(user.id))
		navigate('/dashboard')
	}
}
