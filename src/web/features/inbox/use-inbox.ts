import { useMutationState } from '@tanstack/react-query'
import { use, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { inboxKeys } from './inbox-cache.ts'
import type { InboxItem } from './inbox-item.ts'
import { emptyInbox, inboxReducer, step } from './inbox-state.ts'
import { arrivalWords } from './item-words.ts'
import { useDecide } from './use-decide.ts'
import { useFilter } from './use-filter.ts'
import { useCounts, useInboxList, useLoneItem } from './use-inbox-list.ts'
import { useLive } from './use-live.ts'

/** Everything the inbox shows and does, in one place; the components below only draw it. */
export const useInbox = () => {
	const client = use(supabase)
	const { space, canEdit } = useSpace()
	const { filter, openId, change, open } = useFilter()
	const [state, dispatch] = useReducer(inboxReducer, emptyInbox)
	const [selecting, setSelecting] = useState(false)
	const [spoken, say] = useState('')
	const wide = useMedia('(min-width: 720px)')

	const onNew = useCallback((item: InboxItem) => say(arrivalWords(item)), [])
	const { live, refresher } = useLive(client, space.id, dispatch, onNew)
	const { decide, undo } = useDecide(client, space.id, refresher, dispatch)
	const { query, items } = useInboxList(client, space.id, filter, refresher)
	const counts = useCounts(client, space.id)
	const order = useMemo(() => items.map((item) => item.id), [items])

	// Where no testimonial is named in the address, a wide screen opens one. It stays that one when a
	// newer arrives above it: a key pressed a moment later must not meet another testimonial.
	const [cursor, setCursor] = useState<string | null>(null)
	const first = query.isPlaceholderData ? undefined : order[0]
	if (wide && openId === null && cursor === null && first !== undefined) setCursor(first)
	const currentId = openId ?? (wide ? cursor : null)

	const listed = items.find((item) => item.id === currentId)
	const lone = useLoneItem(client, space.id, currentId, listed === undefined, refresher)
	const current = currentId === null ? null : (listed ?? lone.data ?? null)

	const place = useRef(0)
	const at = currentId === null ? -1 : order.indexOf(currentId)
	useLayoutEffect(() => {
		if (at >= 0) place.current = at
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
	/** Opens a testimonial as the owner's own choice: it goes into the address. */
	const show = useCallback(
		(id: string | null) => {
			if (id !== null) dispatch({ type: 'seen', id })
			open(id, !wide && openId === null)
		},
		[open, openId, wide],
	)
	/** Moves on after a decision, without a trace in the browser's history. */
	const moveOn = useCallback(
		(id: string | null) => {
			if (openId === null) setCursor(id)
			else open(id)
		},
		[open, openId],
	)
	const walk = useCallback(
		(by: 1 | -1) => {
			const beside = order[Math.min(place.current, order.length - 1)] ?? null
			const next = at < 0 && currentId !== null ? beside : step(order, currentId, by)
			if (next !== null && next !== currentId) show(next)
			const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
			if (hasNextPage && !isFetchingNextPage && at > order.length - 5) fetchNextPage()
		},
		[order, at, currentId, show, query],
	)

	const waiting = useMutationState({
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
		spoken,
		say,
		wide,
		live,
		refresher,
		decide,
		undo,
		query,
		items,
		order,
		counts: counts.data,
		currentId,
		current,
		/** Its place in the list from 0, or -1. */
		at,
		/** True while the opened testimonial is still being read. */
		opening: currentId !== null && current === null && lone.isPending,
		changeFilter,
		show,
		moveOn,
		walk,
		/** Decisions that wait for a connection. */
		waiting,
	}
}

export type Inbox = ReturnType<typeof useInbox>
