import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { readSpaceLook } from '#shared/look/space-look.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'

/** Creates a form in the language and the type of the space; the database adds its title and consent text. */
export function useCreateForm() {
	const { space } = useSpace()
	const cache = useQueryClient()
	const navigate = useNavigate()
	const createForm = useMutation({
		mutationFn: async (form: { name: string; slug: string }) => {
			const { type } = readSpaceLook(space.brand)
			const look = space.brand.type && type !== 'host' ? { font: type } : {}
			const row = { space_id: space.id, ...form, locale: space.locale, look }
			return unwrap(await (await supabase).from('forms').insert(row).select('id').single())
		},
		onSuccess: () => void refetchQueries(cache, queryKeys.forms(space.id)),
	})
	/** Opens the form in its editor. A person who has left this screen meanwhile is not navigated away. */
	const createAndOpen = (form: { name: string; slug: string }) =>
		createForm.mutate(form, { onSuccess: ({ id }) => void navigate(`/dashboard/forms/${id}`) })
	return { ...createForm, createAndOpen }
}
