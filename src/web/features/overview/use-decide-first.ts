import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** Decides about a pending testimonial from the overview. One that a colleague decided meanwhile stays as it is, and the lists show it. */
export function useDecideFirst(id: string) {
	const { space } = useSpace()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (status: 'approved' | 'rejected') =>
			unwrap(
				await (await supabase)
					.from('testimonials')
					.update({ status })
					.eq('space_id', space.id)
					.eq('id', id)
					.eq('status', 'pending')
					.select('id'),
			),
		onError: (error) => toast(errorMessage(error)),
		onSettled: () =>
			refetchQueries(
				queries,
				queryKeys.testimonials(space.id),
				queryKeys.numbers(space.id),
				queryKeys.milestones(space.id),
			),
	})
}
