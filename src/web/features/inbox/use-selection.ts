import { type Dispatch, useState } from 'react'
import type { BulkAction } from '#shared/bulk-api.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { useFollowedBulk } from './bulk/use-followed-bulk.ts'
import type { InboxItem } from './data/inbox-item.ts'
import type { InboxList } from './data/use-inbox-list.ts'
import type { InboxAction, InboxState } from './moderation/inbox-state.ts'

/** The selected rows, and what is done with all of a view. */
export const useSelection = (
	{ client, space, canEdit }: { client: Client; space: { id: string }; canEdit: boolean },
	{ items, order, query }: InboxList,
	state: InboxState,
	dispatch: Dispatch<InboxAction>,
) => {
	const [selecting, setSelecting] = useState(false)
	const [bulk, setBulk] = useFollowedBulk(client, space.id, canEdit)
	/** The action on the whole view that is asked about. */
	const [asked, askBulk] = useState<BulkAction | null>(null)
	return {
		state,
		dispatch,
		selecting: selecting || state.selected.size > 0,
		setSelecting,
		clearSelection: () => {
			dispatch({ type: 'cleared' })
			setSelecting(false)
		},
		/** All loaded rows are selected while the view has more. */
		isViewOffered:
			canEdit &&
			order.length > 0 &&
			(query.hasNextPage || query.hasPreviousPage) &&
			order.every((id) => state.selected.has(id)),
		/** The selection, as last seen: it stays selected when its rows are let go. */
		selectedItems: useSelectedItems(items, state.selected),
		bulk,
		setBulk,
		asked,
		askBulk,
	}
}

/** The selected testimonials as last seen in the list, in the order of their selection; they outlive their rows. */
const useSelectedItems = (items: readonly InboxItem[], selected: ReadonlySet<string>): InboxItem[] => {
	const [kept, setKept] = useState<ReadonlyMap<string, InboxItem>>(new Map())
	if (selected.size === 0) {
		if (kept.size > 0) setKept(new Map())
		return []
	}
	const seen = items.filter((item) => selected.has(item.id) && kept.get(item.id) !== item)
	if (seen.length > 0) setKept(new Map([...kept, ...seen.map((item) => [item.id, item] as const)]))
	const now = new Map([...kept, ...seen.map((item) => [item.id, item] as const)])
	return [...selected].flatMap((id) => now.get(id) ?? [])
}
