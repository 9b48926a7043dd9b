import { useQuery } from '@tanstack/react-query'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

const hour = 3_600_000

/**
 * The address of the form's page with its draft, or as a version showed it, for this member; undefined until it is known, the published
 * page when it cannot be had.
 */
export const useFormPreview = ({ id, space_id, slug }: LoadedForm, version?: number): string | undefined => {
	const { data, isError } = useQuery({
		queryKey: queryKeys.formPreview(space_id, id, slug),
		queryFn: async () => {
			const { functions } = await supabase
			return unwrap(await functions.invoke<{ url: string }>('form-preview', { body: { form_id: id } })).url
		},
		// The address counts for twelve hours.
		staleTime: 6 * hour,
		refetchInterval: 6 * hour,
		retry: false,
	})
	if (!data) return isError ? `/collect/${slug}?preview=1` : undefined
	return version ? `${data}&version=${version}` : data
}
