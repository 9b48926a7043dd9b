import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { errorCode, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { readSessionValue, writeSessionValue } from '#web/lib/storage/session-storage.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { viewOf } from './filters/inbox-filter.ts'

const columns = 'space_id,status,spam_state,is_pinned,withdrawn_at'

/** /dashboard/inbox/{id}: the link in a mail. Chooses the testimonial's space and opens it in the view that lists it. */
export function Page() {
	const { testimonialId = '' } = useParams()
	const [search] = useSearchParams()
	const { space, select } = useSpace()
	const { data, error, refetch } = useQuery({
		queryKey: queryKeys.testimonialPlace(testimonialId),
		// A decision since the last visit has moved it to another view.
		gcTime: 0,
		queryFn: async () => {
			const client = await supabase
			const answer = await client.from('testimonials').select(columns).eq('id', testimonialId)
			// The end of a link was lost on its way: no testimonial has such an id.
			return errorCode(answer.error) === '22P02' ? [] : unwrap(answer)
		},
	})
	const place = data?.[0]
	const wantsReply = search.has('reply')
	useEffect(() => {
		if (place && place.space_id !== space.id) select(place.space_id)
	}, [place, space.id, select])
	if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (!data) return <PageSpinner />
	if (!place)
		return (
			<EmptyState title="This testimonial is not here">
				It was erased by the person who wrote it, or it belongs to a space that you are not a member of.
			</EmptyState>
		)
	if (place.space_id !== space.id) return <PageSpinner />
	if (wantsReply) openReply(testimonialId)
	return <Navigate to={`/dashboard/inbox?view=${viewOf(place)}&t=${testimonialId}`} replace />
}

/** An empty draft opens the box of the reply. */
function openReply(testimonialId: string): void {
	const key = `plaudit-answer-${testimonialId}`
	writeSessionValue(key, readSessionValue<string>(key) ?? '')
}
