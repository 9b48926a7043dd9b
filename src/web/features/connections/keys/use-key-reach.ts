import { useQuery } from '@tanstack/react-query'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { loadTestimonialCounts, sumCounts } from '#web/lib/spaces/testimonial-counts.ts'

/** The numbers of rows that a key with a scope could read today; undefined until known. */
export function useKeyReach(): Partial<Record<ApiKeyScope, number>> | undefined {
	const { space } = useSpace()
	const { data } = useQuery({
		queryKey: queryKeys.keyReach(space.id),
		queryFn: async () => {
			const client = await supabase
			const countOf = async (table: 'walls' | 'forms') => {
				const rows = client.from(table).select('id', { count: 'exact', head: true }).eq('space_id', space.id)
				return (await rows.throwOnError()).count ?? 0
			}
			const [groups, walls, forms] = await Promise.all([
				// The database keeps these counted.
				loadTestimonialCounts(client, space.id),
				countOf('walls'),
				countOf('forms'),
			])
			return { 'testimonials:read': sumCounts(groups), 'walls:read': walls, 'forms:read': forms }
		},
	})
	return data
}
