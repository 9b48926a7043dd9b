/** An item, in the JSON that the database keeps, as one that is pinned: a wall may have placed it by hand. */
export function asPinned(item: string): string {
	return item.replace(/"pinned":false\}$/, '"pinned":true}')
}
