import type { PublicWall, WallLayout } from '#shared/wall.ts'
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

/** A wall with the items of one embed, in the layout in which they are shown. */
export function shownWall(wall: PublicWall): PublicWall {
	const shown = { ...wall.wall, layout: shownLayout(wall) }
	return { ...wall, wall: shown, items: wall.items.slice(0, maxItemsShown(shown)) }
}
