import type { WallItem } from '#shared/wall.ts'
import { lengthClass } from './typesetting.ts'

/** Rows of 20 px: the least and the most that an item may have, and what a lane has, with one lane and with more. */
const least = 8
const most = 19
const lane = { single: 36, several: 39 }
/** Of an item's height, what is not words: padding, stars, name. In px. */
const around = 114

/** By length class: the height of a line in px, and how many characters it holds where lanes are narrow. */
const lines = [
	{ height: 31, holds: 20 },
	{ height: 28, holds: 27 },
	{ height: 28, holds: 30 },
	{ height: 24, holds: 34 },
] as const
const wide = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g

/** Rows that an item would like to have, and what one too many or one too few costs. */
type Wish = { rows: number; spare: number; short: number }

/**
 * The rows of up to nine items, in the owner's order, so that the lanes end together: 1–3 stand in one lane; 1, 3, 5 and
 * 2, 4, 6 in two; 1, 4, 7 and 2, 5, 8 and 3, 6, 9 in three. Of all ways to share the lanes out, the one that leaves the
 * least room empty and cuts the least; few words are never cut, because they have no way to the rest.
 */
export function rowsOf(
	items: readonly WallItem[],
	hasPicture: (item: WallItem) => boolean,
): number[] {
	const costs = Array.from({ length: 9 }, (_, at) => costsOf(wishOf(items[at], hasPicture)))
	const cost = (at: number, rows: number) => costs[at]?.[rows] ?? Number.POSITIVE_INFINITY
	const all = lane.several
	let best: number[] = []
	let lowest = Number.POSITIVE_INFINITY
	for (let a = least; a <= most; a++)
		for (let b = least; b <= most; b++)
			for (let c = least; a + b + c <= lane.single; c++) {
				const e = all - a - c
				const h = all - b - e
				const start =
					cost(0, a) + cost(1, b) + cost(2, c) + cost(4, e) + cost(7, h) + lane.single - a - b - c
				if (start >= lowest) continue
				for (let d = least; d <= most; d++) {
					const [f, g] = [all - b - d, all - a - d]
					const i = all - c - f
					const sum = start + cost(3, d) + cost(5, f) + cost(6, g) + cost(8, i)
					if (sum >= lowest) continue
					lowest = sum
					best = [a, b, c, d, e, f, g, h, i]
				}
			}
	return best.slice(0, items.length)
}

function costsOf({ rows, spare, short }: Wish): number[] {
	return Array.from({ length: most + 1 }, (_, given) => {
		if (given < least) return Number.POSITIVE_INFINITY
		const more = given - rows
		return more * more * (more > 0 ? spare : short)
	})
}

function wishOf(item: WallItem | undefined, hasPicture: (item: WallItem) => boolean): Wish {
	if (!item) return { rows: least, spare: 0, short: 0 }
	if (hasPicture(item)) return { rows: 14, spare: 0.3, short: 3 }
	const length = lengthClass(item.text)
	const { height, holds } = lines[length - 1] ?? lines[0]
	const letters = item.text.length + (item.text.match(wide)?.length ?? 0)
	const rows = Math.ceil((around + Math.ceil((letters + 2) / holds) * height) / 20)
	return { rows: Math.min(rows, most), spare: 1, short: length === 1 ? 50 : 0.5 }
}
