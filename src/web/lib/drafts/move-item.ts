/** The list with the entry of one place moved to another, which stays within the list. */
export function moveItem<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
	const moved = [...list]
	const [entry] = moved.splice(from, 1)
	if (entry !== undefined) moved.splice(Math.max(0, Math.min(to, moved.length)), 0, entry)
	return moved
}
