import type { PublicWall, WallItem, WallLayout } from '#shared/wall.ts'
import { maxItemsShown } from '#shared/wall-layouts.ts'

/**
 * The layout in which a wall is shown: one testimonial is set as a headline, and two are no band that moves, so that
 * few look meant.
 */
export function shownLayout({ wall, items }: PublicWall): WallLayout {
	const { layout } = wall
	if (items.length === 1 && ['masonry', 'grid', 'carousel', 'marquee'].includes(layout)) return 'single'
	return items.length < 4 && layout === 'marquee' ? 'grid' : layout
}

/** Layouts that show nothing but words. */
const ofWords: readonly WallLayout[] = ['ratings', 'ticker', 'toast']

function fits(layout: WallLayout, { text, rating }: WallItem): boolean {
	return !ofWords.includes(layout) || (text.trim() !== '' && (layout !== 'ratings' || rating !== null))
}

/** A wall with the items of one embed, in the layout in which they are shown. */
export function shownWall(wall: PublicWall): PublicWall {
	const shown = { ...wall.wall, layout: shownLayout(wall) }
	const items = wall.items.filter((item) => fits(shown.layout, item)).slice(0, maxItemsShown(shown))
	return { ...wall, wall: shown, items }
}
