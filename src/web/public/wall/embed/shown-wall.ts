import type { PublicWall, WallItem, WallLayout } from '#shared/wall/wall.ts'
import { maxItemsShown } from '#shared/wall/wall-layouts.ts'

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

/** As many portraits look like people; fewer are replaced by names. */
const leastPortraits = 3

/** The items whose authors have a portrait, where there are enough of them; null: the names themselves are shown. */
function portraits({ wall, items }: PublicWall): readonly WallItem[] | null {
	const found = wall.theme.photos && wall.theme.avatars ? items.filter(({ author }) => author.avatar) : []
	return found.length < leastPortraits ? null : found
}

/** True when a wall of avatars shows portraits, and not names. */
export const hasPortraits = (wall: PublicWall): boolean => portraits(wall) !== null

function fits(layout: WallLayout, { text, rating }: WallItem): boolean {
	return !ofWords.includes(layout) || (text.trim() !== '' && (layout !== 'ratings' || rating !== null))
}

/** A wall with the items of one embed, in the layout in which they are shown. */
export function shownWall(wall: PublicWall): PublicWall {
	const shown = { ...wall.wall, layout: shownLayout(wall) }
	const given = (shown.layout === 'avatars' && portraits(wall)) || wall.items
	const items = given.filter((item) => fits(shown.layout, item)).slice(0, maxItemsShown(shown))
	return { ...wall, wall: shown, items }
}

/** The number of authors that a wall of avatars names. */
const mostNames = 4

/** The items whose authors a wall of avatars names in the place of portraits. */
export const shownNames = ({ items }: PublicWall): readonly WallItem[] =>
	items.filter(({ author }) => author.name).slice(0, mostNames)
