/** Rows that are drawn, as indexes of the list: from `from` up to and without `to`. */
export type RowRange = { from: number; to: number }

/** Pixels above and below the visible part in which rows are drawn too. */
export const overscan = 900
/** The range grows in steps, so that scrolling by a row seldom draws anything. */
const step = 8
const usualHeight = 118

/** Heights of rows in pixels: as measured, else the average of those. */
export const createRowHeights = () => {
	const measured = new Map<string, number>()
	let sum = 0
	const average = () => (measured.size === 0 ? usualHeight : sum / measured.size)
	const of = (id: string) => measured.get(id) ?? average()
	return {
		set: (id: string, height: number) => {
			sum += height - (measured.get(id) ?? 0)
			measured.set(id, height)
		},
		/** Height of the rows from an index up to and without another. */
		between: (ids: readonly string[], from: number, to: number) =>
			ids.slice(from, to).reduce((total, id) => total + of(id), 0),
		/** Forgets rows that left the list. */
		keepOnly: (ids: readonly string[]) => {
			if (measured.size < ids.length * 2 + 200) return
			const kept = new Set(ids)
			for (const [id, height] of measured)
				if (!kept.has(id)) {
					measured.delete(id)
					sum -= height
				}
		},
		/** The rows that touch the pixels from `top` to `bottom`, counted from the start of the list. */
		range: (ids: readonly string[], top: number, bottom: number): RowRange => {
			let end = 0
			let from = 0
			let to = ids.length
			for (const [index, id] of ids.entries()) {
				end += of(id)
				if (end < top) from = index + 1
				if (end > bottom) {
					to = index + 1
					break
				}
			}
			return {
				from: Math.max(Math.min(Math.floor(from / step) * step, ids.length - step), 0),
				to: Math.min(Math.ceil(to / step) * step, ids.length),
			}
		},
	}
}

export type RowHeights = ReturnType<typeof createRowHeights>

/** A range that keeps its rows when others were added or let go before them. */
export const movedRange = ({ from, to }: RowRange, was: readonly string[], is: readonly string[]): RowRange => {
	const middle = was.slice(from, to)
	const rest = new Set(is)
	const at = middle.findIndex((id) => rest.has(id))
	const id = middle[at]
	if (id === undefined) return { from, to }
	const by = is.indexOf(id) - from - at
	return { from: Math.max(from + by, 0), to: Math.max(to + by, 0) }
}

/** The indexes to draw: the range, and single rows outside of it that must stay, such as the one with the focus. */
export const drawnIndexes = (range: RowRange, length: number, kept: readonly number[]): number[] => {
	const to = Math.min(range.to, length)
	const from = Math.min(range.from, to)
	const inside = Array.from({ length: to - from }, (_, index) => from + index)
	const outside = kept.filter((index) => index >= 0 && index < length && (index < from || index >= to))
	return [...new Set([...inside, ...outside])].sort((a, b) => a - b)
}
