/**
 * Completes the JSON of an item as the database keeps it: whether it is pinned depends on the wall too, which may have
 * placed it by hand.
 */
export function withPin(item: string, isPinned: boolean): string {
	return `${item.slice(0, -1)},"pinned":${isPinned}}`
}
