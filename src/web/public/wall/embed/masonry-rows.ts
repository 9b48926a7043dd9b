import type { WallItem } from '#shared/wall.ts'
import { lengthClass, textWidth } from '#web/public/wall/typesetting.ts'

/** Rows of 20 px: minimum and maximum per item, and the total of a lane, with one lane and with more. */
const minRows = 8
const maxRows = 19
const laneRows = { single: 36, several: 39 }
/** Height of an item without its text: padding, stars, name. In px. */
const nonTextHeight = 114
/** Height of the player bar of audio, in px. */
const barHeight = 56

/** By length class: line height in px, and characters per line in narrow lanes. */
const lines = [
	{ height: 31, holds: 20 },
	{ height: 28, holds: 27 },
	{ height: 28, holds: 30 },
	{ height: 24, holds: 34 },
] as const

/** Preferred rows of an item, and the cost of one too many or one too few. */
type RowPreference = { rows: number; spare: number; short: number }

/**
 * Row spans for up to nine items in the owner's order, so that lanes end together: 1–3 in one lane; odd and even in
 * two; 1, 4, 7 and so on in three. Chooses the split with the least empty space and the fewest cuts; short texts are
 * never cut, since they have no "Read more".
 */
export function assignMasonryRows(items: readonly WallItem[], hasPicture: (item: WallItem) => boolean): number[] {
	const costs = Array.from({ length: 9 }, (_, at) => rowCosts(rowPreference(items[at], hasPicture)))
	const cost = (at: number, rows: number) => costs[at]?.[rows] ?? Number.POSITIVE_INFINITY
	const all = laneRows.several
	let best: number[] = []
	let lowest = Number.POSITIVE_INFINITY
	for (let a = minRows; a <= maxRows; a++)
		for (let b = minRows; b <= maxRows; b++)
			for (let c = minRows; a + b + c <= laneRows.single; c++) {
				const e = all - a - c
				const h = all - b - e
				const start = cost(0, a) + cost(1, b) + cost(2, c) + cost(4, e) + cost(7, h) + laneRows.single - a - b - c
				if (start >= lowest) continue
				for (let d = minRows; d <= maxRows; d++) {
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

function rowCosts({ rows, spare, short }: RowPreference): number[] {
	return Array.from({ length: maxRows + 1 }, (_, given) => {
		if (given < minRows) return Number.POSITIVE_INFINITY
		const more = given - rows
		return more * more * (more > 0 ? spare : short)
	})
}

function rowPreference(item: WallItem | undefined, hasPicture: (item: WallItem) => boolean): RowPreference {
	if (!item) return { rows: minRows, spare: 0, short: 0 }
	if (hasPicture(item)) return { rows: 14, spare: 0.3, short: 3 }
	if (item.media?.kind === 'video') return { rows: item.text ? 17 : 14, spare: 0.3, short: 8 }
	const length = lengthClass(item.text)
	const { height, holds } = lines[length - 1] ?? lines[0]
	const without = nonTextHeight + (item.media?.kind === 'audio' ? barHeight : 0)
	const rows = Math.ceil((without + Math.ceil((textWidth(item.text) + 2) / holds) * height) / 20)
	const isCutBadly = length === 1 || item.media?.kind === 'audio'
	return { rows: Math.min(rows, maxRows), spare: 1, short: isCutBadly ? 50 : 0.5 }
}
