import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Reads a form and its draft again when a member changes one of them. */
export const useLiveForm = (spaceId: string, formId: string): void => {
	const queries = useQueryClient()
	useEffect(() => {
		const filter = `form_id=eq.${formId}`
		return followChanges(
			`form:${formId}`,
			[
				{ table: 'forms', event: 'UPDATE', filter: `id=eq.${formId}` },
				{ table: 'form_drafts', event: 'INSERT', filter },
				{ table: 'form_drafts', event: 'UPDATE', filter },
				{ table: 'form_drafts', event: 'DELETE' },
			],
			() => void refetchQueries(queries, queryKeys.form(spaceId, formId)),
		)
	}, [queries, spaceId, formId])
}
