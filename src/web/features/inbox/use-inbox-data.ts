import { useMutationState } from '@tanstack/react-query'
import { use, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { BulkAction } from '#shared/bulk-api.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useFollowedBulk } from './bulk/use-followed-bulk.ts'
import { inboxKeys } from './data/inbox-cache.ts'
import type { InboxItem } from './data/inbox-item.ts'
import { useCounts, useInboxList, useUnlistedItem } from './data/use-inbox-list.ts'
import { countActiveFilters, emptyFilter } from './filters/inbox-filter.ts'
import { useFilter } from './filters/use-filter.ts'
import { newTestimonialText } from './item-labels.ts'
import { useLiveInbox } from './live/use-live-inbox.ts'
import { emptyInbox, inboxReducer, stepFrom } from './moderation/inbox-state.ts'
import { useDecisions } from './moderation/use-decisions.ts'
import { useSelectedItems } from './moderation/use-selected-items.ts'

/** State and actions of the inbox besides moderation. */
export const useInboxData = () => {
	const client = use(supabase)
	const { space, canEdit } = useSpace()
	const { filter, openId, change, open } = useFilter()
	const [state, dispatch] = useReducer(inboxReducer, emptyInbox)
	const [selecting, setSelecting] = useState(false)
	const [bulk, setBulk] = useFollowedBulk(client, space.id, canEdit)
	/** The action on the whole view that is asked about. */
	const [asked, askBulk] = useState<BulkAction | null>(null)
	const [announcement, announce] = useState('')
	const wide = useMediaQuery('(min-width: 720px)')

	const onNew = useCallback((item: InboxItem) => announce(newTestimonialText(item)), [])
	const { live, refresher } = useLiveInbox(client, space.id, dispatch, onNew)
	const decisions = useDecisions(client, space.id, refresher, dispatch)
	const { query, items, loadEdge, firstAt } = useInboxList(client, space.id, filter, refresher)
	const counts = useCounts(client, space.id)
	const order = useMemo(() => items.map((item) => item.id), [items])
	const selectedItems = useSelectedItems(items, state.selected)

	// Without a testimonial in the URL, a wide screen opens the first one and keeps it: a newer arrival must not change
	// the target of a key pressed a moment later.
	const [cursor, setCursor] = useState<string | null>(null)
	const first = query.isPlaceholderData ? undefined : order[0]
	if (wide && openId === null && cursor === null && first !== undefined) setCursor(first)
	const currentId = openId ?? (wide ? cursor : null)

	const listed = items.find((item) => item.id === currentId)
	const unlisted = useUnlistedItem(client, space.id, currentId, listed === undefined, refresher)
	const current = currentId === null ? null : (listed ?? unlisted.data ?? null)

	const lastIndex = useRef(0)
	const at = currentId === null ? -1 : order.indexOf(currentId)
	useLayoutEffect(() => {
		if (at >= 0) lastIndex.current = at
	}, [at])

	const changeFilter = useCallback<typeof change>(
		(part) => {
			dispatch({ type: 'view-changed' })
			setSelecting(false)
			setCursor(null)
			change(part)
		},
		[change],
	)
	/** Opens a testimonial on the owner's request, with an entry in the URL. */
	const openItem = (id: string | null) => {
		if (id !== null) dispatch({ type: 'seen', id })
		open(id, !wide && openId === null)
	}
	/** Moves on after a decision, without an entry in the browser's history. */
	const advance = (id: string | null) => {
		if (openId === null) setCursor(id)
		else open(id)
	}
	const step = (by: 1 | -1) => {
		const nearest = order[Math.min(lastIndex.current, order.length - 1)] ?? null
		const next = at < 0 && currentId !== null ? nearest : stepFrom(order, currentId, by)
		if (next !== null && next !== currentId) openItem(next)
		const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
		if (hasNextPage && !isFetchingNextPage && at > order.length - 5) fetchNextPage()
	}
	/** Opens the first or the last testimonial of the whole list, which need not be loaded. */
	const jump = async (edge: 'first' | 'last') => {
		const total = countActiveFilters(filter) === 0 ? counts.data?.[filter.view] : undefined
		const item = await loadEdge(edge, total).catch(() => undefined)
		if (item) openItem(item.id)
		else announce('The list could not be read.')
	}
	const clearSelection = () => {
		dispatch({ type: 'cleared' })
		setSelecting(false)
	}

	/** Whether all loaded rows are selected while the view has more. */
	const isViewOffered =
		canEdit &&
		order.length > 0 &&
		(query.hasNextPage || query.hasPreviousPage) &&
		order.every((id) => state.selected.has(id))

	const queuedDecisions = useMutationState({
		filters: {
			mutationKey: [...inboxKeys.all(space.id), 'decide'],
			predicate: (mutation) => mutation.state.isPaused,
		},
	}).length

	return {
		client,
		space,
		canEdit,
		filter,
		openId,
		state,
		dispatch,
		selecting: selecting || state.selected.size > 0,
		setSelecting,
		clearSelection,
		isViewOffered,
		bulk,
		setBulk,
		asked,
		askBulk,
		announcement,
		announce,
		wide,
		live,
		refresher,
		...decisions,
		query,
		items,
		order,
		/** Number of rows before the loaded ones, where that is known. */
		firstAt,
		/** What is selected, as last seen: it stays selected when its rows are let go. */
		selectedItems,
		counts: counts.data,
		currentId,
		current,
		/** Its index in the list, or -1. */
		at,
		/** True while the open testimonial is loading. */
		isOpening: currentId !== null && current === null && unlisted.isPending,
		changeFilter,
		/** Drops every filter but the view. */
		clearFilter: () => changeFilter({ ...emptyFilter, view: filter.view }),
		openItem,
		advance,
		step,
		jump,
		/** Decisions that are queued until the connection returns. */
		queuedDecisions,
	}
}

export type InboxData = ReturnType<typeof useInboxData>
