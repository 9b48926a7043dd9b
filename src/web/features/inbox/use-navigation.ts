import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Client } from '#web/lib/client/supabase.ts'
import { type InboxList, useUnlistedItem } from './data/use-inbox-list.ts'
import { countActiveFilters } from './filters/inbox-filter.ts'
import type { FilterState } from './filters/use-filter.ts'
import type { Refresher } from './live/refresher.ts'
import { stepFrom } from './moderation/inbox-state.ts'

type Surroundings = {
	client: Client
	space: { id: string }
	refresher: Refresher
	wide: boolean
	announce: (text: string) => void
}

/**
 * The open testimonial, and the steps to another one.
 * @param onSeen gets the id of one that the owner opened
 */
export const useNavigation = (
	{ client, space, refresher, wide, announce }: Surroundings,
	{ items, order, query, counts, loadEdge }: InboxList,
	{ filter, openId, open }: FilterState,
	onSeen: (id: string) => void,
) => {
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

	/** Opens a testimonial on the owner's request, with an entry in the URL. */
	const openItem = (id: string | null) => {
		if (id !== null) onSeen(id)
		open(id, !wide && openId === null)
	}
	const step = (by: 1 | -1) => {
		const nearest = order[Math.min(lastIndex.current, order.length - 1)] ?? null
		const next = at < 0 && currentId !== null ? nearest : stepFrom(order, currentId, by)
		if (next !== null && next !== currentId) openItem(next)
		const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
		if (hasNextPage && !isFetchingNextPage && at > order.length - 5) fetchNextPage()
	}
	return {
		openId,
		currentId,
		current,
		/** Its index in the list, or -1. */
		at,
		/** True while the open testimonial is loading. */
		isOpening: currentId !== null && current === null && unlisted.isPending,
		openItem,
		step,
		/** Opens the first or the last testimonial of the whole list, which need not be loaded. */
		jump: async (edge: 'first' | 'last') => {
			const total = countActiveFilters(filter) === 0 ? counts?.[filter.view] : undefined
			const item = await loadEdge(edge, total).catch(() => undefined)
			if (item) openItem(item.id)
			else announce('The list could not be read.')
		},
		/** Moves on after a decision, without an entry in the browser's history. */
		advance: (id: string | null) => {
			if (openId === null) setCursor(id)
			else open(id)
		},
		/** Forgets the testimonial that a wide screen opened by itself. */
		resetCursor: useCallback(() => setCursor(null), []),
	}
}
