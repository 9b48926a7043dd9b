import type { WallItem } from '#shared/wall.ts'
import { lengthClass } from './typesetting.ts'

/** An item and its place in the owner's order. */
export type Dealt = { item: WallItem; place: number }

/** What one character adds to an item's height, by length class: larger letters fill lines sooner. In px. */
const perCharacter = [0, 1.25, 0.95, 0.72, 0.55] as const
const folded = 9 * 27

/** Deals items into three lanes, the shortest first, so that the owner's order also runs across the tops. */
export function dealLanes(items: readonly WallItem[]): [Dealt[], Dealt[], Dealt[]] {
	const lanes: [Dealt[], Dealt[], Dealt[]] = [[], [], []]
	const heights = [0, 0, 0]
	items.forEach((item, place) => {
		const shortest = heights.indexOf(Math.min(...heights))
		lanes[shortest]?.push({ item, place })
		heights[shortest] = (heights[shortest] ?? 0) + estimate(item)
	})
	return lanes
}

function estimate(item: WallItem): number {
	const length = lengthClass(item.text)
	const words = 30 + item.text.length * perCharacter[length]
	let height = 150 + (length === 4 ? Math.min(words, folded + 44) : words)
	if (item.rating) height += 28
	if (item.reply) height += 60 + item.reply.body.length * 0.45
	const { media } = item
	if (media?.kind === 'audio') height += 72
	else if (media) height += media.width && media.height ? 334 * (media.height / media.width) : 230
	return height
}
