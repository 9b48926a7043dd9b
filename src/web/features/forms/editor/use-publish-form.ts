import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { LoadedForm } from '#web/features/forms/use-forms.ts'
import { errorMessage, StaleError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { publishDraft } from './save-draft.ts'

const changedMeanwhile =
	'A colleague changed this form at the same time. Nothing is published yet: look at the changes, and publish again.'

/** Publishes the stored draft of a form. */
export const usePublishForm = (form: LoadedForm) => {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async () => publishDraft(await supabase, form),
		onSuccess: () => toast('Published. Visitors see your changes.'),
		onError: (error) => toast.error(error instanceof StaleError ? changedMeanwhile : errorMessage(error)),
		onSettled: () => refetchQueries(queries, queryKeys.forms(form.space_id)),
	})
}
