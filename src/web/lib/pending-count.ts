import { useQuery } from '@tanstack/react-query'
import { check } from './errors.ts'
import { keys } from './query-keys.ts'
import { useSpace } from './space-context.tsx'
import { supabase } from './supabase.ts'

/** How many testimonials of the space wait for a decision; undefined until known. */
export function usePendingCount(): number | undefined {
	const { space } = useSpace()
	const { data } = useQuery({
		queryKey: keys.pendingCount(space.id),
		queryFn: async () => {
			const client = await supabase
			const answer = await client
				.from('testimonials')
				.select('id', { count: 'exact', head: true })
				.eq('space_id', space.id)
				.eq('status', 'pending')
				.eq('spam_state', 'clean')
				.is('withdrawn_at', null)
			check(answer)
			return answer.count ?? 0
		},
	})
	return data
}
