import type { PublicWall } from '#shared/wall.ts'
import { type CardStyle, cardSpace, hasCards } from '#web/public/wall/embed/appearance.ts'

/** What surrounds the words on the page; layouts without a choice of cards are ruled like a newspaper. */
export function pageStyle(wall: PublicWall['wall']): CardStyle {
	return hasCards(wall.layout) ? cardSpace(wall).style : 'ruled'
}

/** The owner's look as classes of the page; page-look.css says what they mean. What is usual has none. */
export function lookClasses(wall: PublicWall['wall']): string {
	const { type, density, corners, shadow, columns } = wall.theme
	const style = pageStyle(wall)
	return [
		type,
		density,
		corners,
		style === 'ruled' ? '' : 'apart',
		style,
		columns && columns < 3 ? `most-${columns}` : '',
		shadow && (style === 'card' || style === 'bubble') ? 'shadow' : '',
	]
		.filter(Boolean)
		.join(' ')
}
