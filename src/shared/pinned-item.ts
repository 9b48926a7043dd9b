/** Marks a stored item as pinned: the manual order of a wall may place any item first. */
export function asPinned(item: string): string {
	return item.replace(/"pinned":false\}$/, '"pinned":true}')
}
