import type { WallItem } from '#shared/wall.ts'

type Slot = 'tall' | 'mid' | 'short'

/** Sizes by place; every lane adds up to the same height in two columns and in three. */
const slots: readonly Slot[] = [
	'tall',
	'short',
	'short',
	'mid',
	'mid',
	'tall',
	'short',
	'tall',
	'mid',
]
/**
 * Deals items into the nine slots. One, two or three groups of three are seen, by width; an item only moves within
 * its group, so that each width shows the owner's first ones. Pictures that would land in short slots swap places
 * with the next words; then long words take tall slots.
 */
export function dealSlots(items: readonly WallItem[], hasPicture: (item: WallItem) => boolean) {
	const dealt = items.slice(0, slots.length)
	for (let group = 0; group < dealt.length; group += 3) {
		const room = slots.slice(group, group + 3).filter((slot) => slot !== 'short').length
		const pictures = dealt
			.slice(group, group + 3)
			.filter(hasPicture)
			.slice(room)
		for (const picture of pictures) {
			const other = dealt.findIndex((item, at) => at >= group + 3 && !hasPicture(item))
			const at = dealt.indexOf(picture)
			const words = dealt[other]
			if (!words) continue
			dealt[other] = picture
			dealt[at] = words
		}
	}
	return [0, 3, 6].flatMap((group) => settle(dealt.slice(group, group + 3), group, hasPicture))
}

function settle(
	items: readonly WallItem[],
	start: number,
	hasPicture: (item: WallItem) => boolean,
): WallItem[] {
	const need = (item: WallItem) => (hasPicture(item) ? 10_000 : item.text.length)
	const left = [...items].sort((a, b) => need(b) - need(a))
	const settled = [...items]
	for (const wanted of ['tall', 'mid', 'short'] as const) {
		const places = items.map((_, at) => at).filter((at) => slots[start + at] === wanted)
		// Slots of one size keep the owner's order.
		const taken = left.splice(0, places.length).sort((a, b) => items.indexOf(a) - items.indexOf(b))
		taken.forEach((item, at) => {
			settled[places[at] ?? at] = item
		})
	}
	return settled
}
