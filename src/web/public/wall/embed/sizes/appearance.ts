import { cardParts, type PublicWall, type WallLayout } from '#shared/wall/wall.ts'
import { carouselInset, corners, edgeFootSpace, footSpace, gaps, paddings, ruleGap } from './layout-sizes.ts'

/** The frame around the testimonials of a layout of cards. */
export type CardStyle = 'ruled' | 'card' | 'bubble' | 'bare'

/** Lengths in px around the words of a cell. */
export type CardSpace = {
	style: CardStyle
	/** Between cells side by side. */
	gap: number
	/** Between cells below each other. */
	between: number
	/** The part of a cell's width and height that padding and border take. */
	inline: number
	block: number
	padding: number
	corner: number
}

const cardLayouts: readonly WallLayout[] = ['masonry', 'grid', 'carousel']

/** True when the owner's choice of cards applies to a layout. */
export const hasCards = (layout: WallLayout): boolean => cardLayouts.includes(layout)

/** The space around the words of a wall's cells: what the style sheet sets and the estimate of heights counts. */
export function cardSpace({ layout, theme }: Pick<PublicWall['wall'], 'layout' | 'theme'>): CardSpace {
	const own: CardStyle = layout === 'masonry' ? 'ruled' : 'card'
	const style = theme.cards === 'layout' || !hasCards(layout) ? own : theme.cards
	const padding = paddings[theme.density] + (layout === 'carousel' ? carouselInset : 0)
	const gap = gaps[theme.density]
	const common = { style, padding, corner: corners[theme.corners] }
	if (style === 'ruled') return { ...common, gap: 2 * gap + ruleGap, between: 0, inline: 0, block: 2 * padding + 1 }
	if (style === 'bare') return { ...common, gap: 2 * gap, between: 2 * gap, inline: 0, block: 0 }
	const inline = 2 * padding + 2
	if (style === 'card') return { ...common, gap, between: gap, inline, block: inline }
	// The author, below the tail, must be nearer to the own bubble than to the next one.
	return { ...common, gap: gap + 12, between: gap + 12, inline, block: padding + 20 }
}

/** True when the last thing in a cell is its author and not the edge of a card. */
export const isEdgeless = (style: CardStyle): boolean => style === 'bubble' || style === 'bare'

/** The room in px that cells leave for the foot; those of a masonry have theirs. */
export function footRoom(wall: Pick<PublicWall['wall'], 'layout' | 'theme'>): number {
	if (!['grid', 'carousel'].includes(wall.layout)) return 0
	if (isEdgeless(cardSpace(wall).style)) return footSpace
	return wall.layout === 'grid' ? edgeFootSpace : 0
}

/** Layouts of cards with the author below the words. */
const withAuthorBelow: readonly WallLayout[] = ['masonry', 'grid', 'carousel', 'list', 'single']

/** True when “Read more” has a line of its own where a wall is narrow. A bubble ends at a fixed distance from the end of its cell. */
export const isLinkBelow = (wall: Pick<PublicWall['wall'], 'layout' | 'theme'>): boolean =>
	withAuthorBelow.includes(wall.layout) && cardSpace(wall).style !== 'bubble'

/** Layouts whose words have the length that their place has room for. */
const ownLengths: readonly WallLayout[] = ['ratings', 'ticker', 'tab', 'toast']

/** The lines that the owner lets words have before the rest is folded; null for what the layout has of its own. */
export const wordLines = ({ layout, theme }: Pick<PublicWall['wall'], 'layout' | 'theme'>): number | null =>
	ownLengths.includes(layout) ? null : theme.lines

/** The rules of the parts that a wall shows, their order and the length of words; empty for the usual ones. */
export function partsCss(wall: Pick<PublicWall['wall'], 'layout' | 'theme'>): string {
	const { days, sources, order } = wall.theme
	const lines = wordLines(wall)
	let css = ''
	if (days || sources)
		css += 'small{grid-area:3/2/4/4;font-size:12px;color:var(--ink-quiet)}small a{text-decoration-color:var(--line)}'
	if (lines) css += `.t:not(.v) .q.q.q{-webkit-line-clamp:${lines}}`
	if (hasCards(wall.layout) && order.join() !== cardParts.join())
		css +=
			'.t.t:not(.v){gap:12px}:not(.v)>:is(.top,.pic,.by){margin-block:0;padding-block-start:0}:not(.v)>.by:is(:last-child,:has(+ .re)){margin-block-start:auto}'
	return css
}
