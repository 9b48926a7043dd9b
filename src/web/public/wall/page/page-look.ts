import type { PublicWall } from '#shared/wall/wall.ts'
import { type CardStyle, cardSpace, hasCards, wordLines } from '#web/public/wall/embed/sizes/appearance.ts'
import { mostColumns } from '#web/public/wall/embed/sizes/columns.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'

/** The frame around the words on the page; layouts without a choice of cards are ruled like a newspaper. */
export function pageStyle(wall: PublicWall['wall']): CardStyle {
	return hasCards(wall.layout) ? cardSpace(wall).style : 'ruled'
}

/** The owner's look as classes of the page; page-look.css says what they mean. What is usual has none. */
export function lookClasses(wall: PublicWall['wall']): string {
	const { type, density, corners, shadow } = wall.theme
	const columns = mostColumns(wall)
	const style = pageStyle(wall)
	return [
		type === 'brand' ? '' : type,
		density,
		corners,
		style === 'ruled' ? '' : 'apart',
		style,
		columns === 3 ? '' : `most-${columns}`,
		shadow && (style === 'card' || style === 'bubble') ? 'shadow' : '',
	]
		.filter(Boolean)
		.join(' ')
}

/** The rule of the lines before “Read more”, which any number may be; empty for the usual ones. */
export function linesCss(wall: PublicWall['wall']): string {
	const lines = wordLines(wall)
	return lines ? `.fold .words.words{-webkit-line-clamp:${lines};line-clamp:${lines}}` : ''
}

/** Characters that a line of the narrowest column holds, by length class. */
const perLine = [0, 20, 26, 32, 40] as const

/** True when words can be longer than the lines that they may have. */
export function isFolded(wall: PublicWall['wall'], text: string): boolean {
	const lines = wordLines(wall)
	const length = lengthClass(text)
	if (!lines) return length === 4
	const taken = text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / perLine[length]), 0)
	return taken > lines
}
