import { useMutationState } from '@tanstack/react-query'
import { use, useCallback, useReducer, useState } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { inboxKeys } from './data/inbox-cache.ts'
import type { InboxItem } from './data/inbox-item.ts'
import { useInboxList } from './data/use-inbox-list.ts'
import { emptyFilter } from './filters/inbox-filter.ts'
import { useFilter } from './filters/use-filter.ts'
import { newTestimonialText } from './item-labels.ts'
import { useLiveInbox } from './live/use-live-inbox.ts'
import { emptyInbox, inboxReducer } from './moderation/inbox-state.ts'
import { useDecisions } from './moderation/use-decisions.ts'
import { useNavigation } from './use-navigation.ts'
import { useSelection } from './use-selection.ts'

/** The inbox besides moderation: its list, its selection, the decisions, and the open testimonial. */
export const useInboxData = () => {
	const client = use(supabase)
	const { space, canEdit } = useSpace()
	const wide = useMediaQuery('(min-width: 720px)')
	const [announcement, announce] = useState('')
	const [state, dispatch] = useReducer(inboxReducer, emptyInbox)
	const onNew = useCallback((item: InboxItem) => announce(newTestimonialText(item)), [])
	const { live, refresher } = useLiveInbox(client, space.id, dispatch, onNew)
	const base = { client, space, canEdit, wide, announcement, announce, live, refresher }

	const filtering = useFilter()
	const { filter, change } = filtering
	const rows = useInboxList(client, space.id, filter, refresher)
	const selection = useSelection(base, rows, state, dispatch)
	const navigation = useNavigation(base, rows, filtering, (id) => dispatch({ type: 'seen', id }))
	const decisions = useDecisions(client, space.id, refresher, dispatch)
	const queuedDecisions = useMutationState({
		filters: {
			mutationKey: [...inboxKeys.all(space.id), 'decide'],
			predicate: (mutation) => mutation.state.isPaused,
		},
	}).length

	const { setSelecting } = selection
	const { resetCursor } = navigation
	const changeFilter = useCallback<typeof change>(
		(part) => {
			dispatch({ type: 'view-changed' })
			setSelecting(false)
			resetCursor()
			change(part)
		},
		[change, setSelecting, resetCursor],
	)
	/** Drops every filter but the view. */
	const clearFilter = () => changeFilter({ ...emptyFilter, view: filter.view })

	return {
		...base,
		list: { ...rows, filter, changeFilter, clearFilter },
		selection,
		/** `queuedDecisions` wait until the connection returns. */
		decisions: { ...decisions, queuedDecisions },
		navigation,
	}
}

export type InboxData = ReturnType<typeof useInboxData>
