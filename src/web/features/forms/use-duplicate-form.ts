import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Copies a form with its questions and settings, and opens the copy, which is closed. */
export function useDuplicateForm(spaceId: string) {
	const cache = useQueryClient()
	const navigate = useNavigate()
	return useMutation({
		mutationFn: async (formId: string) => unwrap(await (await supabase).rpc('duplicate_form', { form_id: formId })),
		onMutate: () => window.location.pathname,
		onSuccess: (id, _, from) => {
			toast('The form is duplicated. The copy is closed: open it when it is ready.')
			void refetchQueries(cache, queryKeys.forms(spaceId))
			// A person who opened another screen meanwhile stays there.
			if (window.location.pathname === from) void navigate(`/dashboard/forms/${id}`)
		},
		onError: (error) => toast.error(errorMessage(error)),
	})
}
