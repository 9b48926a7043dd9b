import type { PublicWall, WallItem, WallLayout } from '#shared/wall/wall.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { wallOf } from '#test/support/walls/wall-cases.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { testimonialBodies } from './publish-wall.ts'

/** The testimonials that `publishWall` publishes, for a page without a server, latest first. */
export const publishedItems: readonly WallItem[] = testimonialBodies
	.map((text, at) => {
		const item = plainItems[at] as WallItem
		const author = { ...item.author, name: `Person ${at + 1} of a Long and Hyphenated-Name` }
		return { ...item, text, author, basis: null, rating: at === 4 ? null : 1 + ((at + 4) % 5) }
	})
	.reverse()

/** A wall with an id, in a layout and with a theme as it is stored. */
export function publishedWall(id: string, layout: WallLayout, theme: object = {}, items = publishedItems): PublicWall {
	const wall = wallOf(layout, [...items], readTheme(theme))
	return { ...wall, wall: { ...wall.wall, id, slug: layout } }
}
