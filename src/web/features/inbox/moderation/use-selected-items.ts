import { useState } from 'react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'

/** The selected testimonials as last seen in the list, in the order of their selection; they outlive their rows. */
export const useSelectedItems = (items: readonly InboxItem[], selected: ReadonlySet<string>): InboxItem[] => {
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
