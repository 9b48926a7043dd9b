import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The slug of the oldest open form; undefined until it is known, or when no form is open. */
export function useOpenFormSlug(spaceId: string): string | undefined {
	const { data } = useQuery({
		queryKey: [...queryKeys.forms(spaceId), 'open slug'],
		queryFn: async () => {
			const forms = (await supabase).from('forms').select('slug').eq('space_id', spaceId).eq('is_open', true)
			return unwrap(await forms.order('created_at').limit(1))
		},
	})
	return data?.[0]?.slug
}
