/** Rows that fit into the list at its tallest (see order.css), and those kept ready around them. */
const fitting = 8
const ready = 8

/** The rows that a scrolled list must have on the page, in order: those in view, and some that are kept. */
export function rowsInView(
	ids: readonly string[],
	{ scrolled, rowHeight, keep }: { scrolled: number; rowHeight: number; keep: readonly (string | null | undefined)[] },
): { id: string; place: number }[] {
	const top = Math.floor(Math.max(0, scrolled) / rowHeight)
	const first = Math.max(0, Math.min(top, ids.length - fitting) - ready)
	const last = Math.min(ids.length, Math.max(0, Math.min(top, ids.length - 1)) + fitting + ready)
	const places = new Set(Array.from({ length: last - first }, (_, at) => first + at))
	for (const id of keep) {
		const place = id ? ids.indexOf(id) : -1
		if (place >= 0) places.add(place)
	}
	return [...places].sort((one, other) => one - other).map((place) => ({ id: ids[place] ?? '', place }))
}
