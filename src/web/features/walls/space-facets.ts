import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { supabase } from '#web/lib/supabase.ts'

type Facet = { id: string; name: string }

/** The tags and forms that rules can name. */
export function useSpaceFacets(spaceId: string): { tags: Facet[]; forms: Facet[] } {
	const tags = useQuery({
		queryKey: keys.tags(spaceId),
		queryFn: async () =>
			unwrap(
				await (await supabase).from('tags').select('id,name').eq('space_id', spaceId).order('name'),
			),
	})
	const forms = useQuery({
		queryKey: [...keys.forms(spaceId), 'facets'],
		queryFn: async () =>
			unwrap(
				await (await supabase)
					.from('forms')
					.select('id,name')
					.eq('space_id', spaceId)
					.order('created_at'),
			),
	})
	return { tags: tags.data ?? [], forms: forms.data ?? [] }
}
