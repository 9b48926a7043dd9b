import { useQuery } from '@tanstack/react-query'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from './space-context.tsx'
import { isPending, loadTestimonialCounts, sumCounts } from './testimonial-counts.ts'

/** The signed-in person's own profile. */
export function useProfile() {
	const { id } = useUser()
	return useQuery({
		queryKey: queryKeys.profile(id),
		queryFn: async () => {
			const client = await supabase
			const columns = 'id, username, full_name, avatar_path, time_zone, locale'
			return unwrap(await client.from('profiles').select(columns).eq('id', id).single())
		},
	})
}

/** Number of pending testimonials of the space; undefined until known. */
export function usePendingCount(): number | undefined {
	const { space } = useSpace()
	const { data } = useQuery({
		queryKey: queryKeys.pendingCount(space.id),
		queryFn: async () => sumCounts(await loadTestimonialCounts(await supabase, space.id), isPending),
	})
	return data
}
