import { type WallCards, type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { hasCards } from '#web/public/wall/embed/sizes/appearance.ts'

/** A layout with what surrounds its words. */
export type WallLook = {
	/** `masonry`, `masonry-bubble`, `tab-open`. */
	name: string
	layout: WallLayout
	cards: WallCards
	/** Stands at an edge of a wide window, so that it needs a page of its own. */
	floats: boolean
	/** The panel of a tab is open. */
	isOpen: boolean
}

/** The styles of each layout of cards besides its own: that of grid and carousel is the card. */
const otherCards = (layout: WallLayout): WallCards[] => {
	if (!hasCards(layout)) return []
	return layout === 'masonry' ? ['card', 'bubble', 'bare'] : ['bubble', 'bare']
}

/** Every layout in every style of cards, and a tab both closed and open. */
export const wallLooks: WallLook[] = wallLayouts.flatMap((layout) => {
	const look = { name: layout, layout, cards: 'layout', floats: isFloating(layout), isOpen: false } as const
	return [
		look,
		...otherCards(layout).map((cards) => ({ ...look, name: `${layout}-${cards}`, cards })),
		...(layout === 'tab' ? [{ ...look, name: 'tab-open', isOpen: true }] : []),
	]
})
