import { brandPalette } from '#shared/look/brand-color.ts'
import { fontFamilies } from '#shared/look/brand-font.ts'
import { confinementCss } from '#shared/own-css/own-css-root.ts'
import type { PublicWall, WallLayout } from '#shared/wall/wall.ts'
import { heights, isFloating, widthTracks } from '#shared/wall/wall-layouts.ts'
import linkBelow from '#web/public/wall/embed/cards/card-link.css?inline'
import more from '#web/public/wall/embed/cards/card-more.css?inline'
import names from '#web/public/wall/embed/cards/card-names.css?inline'
import title from '#web/public/wall/embed/cards/card-title.css?inline'
import bare from '#web/public/wall/embed/cards/cards-bare.css?inline'
import bubble from '#web/public/wall/embed/cards/cards-bubble.css?inline'
import card from '#web/public/wall/embed/cards/cards-card.css?inline'
import media from '#web/public/wall/embed/cards/embed-media.css?inline'
import levelMedia from '#web/public/wall/embed/cards/embed-media-level.css?inline'
import listMedia from '#web/public/wall/embed/cards/embed-media-list.css?inline'
import { recordingOf } from '#web/public/wall/embed/cards/recording-link.tsx'
import avatars from '#web/public/wall/embed/layouts/embed-avatars.css?inline'
import badge from '#web/public/wall/embed/layouts/embed-badge.css?inline'
import base from '#web/public/wall/embed/layouts/embed-base.css?inline'
import carousel from '#web/public/wall/embed/layouts/embed-carousel.css?inline'
import feature from '#web/public/wall/embed/layouts/embed-feature.css?inline'
import floating from '#web/public/wall/embed/layouts/embed-floating.css?inline'
import grid from '#web/public/wall/embed/layouts/embed-grid.css?inline'
import list from '#web/public/wall/embed/layouts/embed-list.css?inline'
import marquee from '#web/public/wall/embed/layouts/embed-marquee.css?inline'
import masonry from '#web/public/wall/embed/layouts/embed-masonry.css?inline'
import ratings from '#web/public/wall/embed/layouts/embed-ratings.css?inline'
import scrollButtons from '#web/public/wall/embed/layouts/embed-scroll-buttons.css?inline'
import single from '#web/public/wall/embed/layouts/embed-single.css?inline'
import tab from '#web/public/wall/embed/layouts/embed-tab.css?inline'
import ticker from '#web/public/wall/embed/layouts/embed-ticker.css?inline'
import toast from '#web/public/wall/embed/layouts/embed-toast.css?inline'
import recordings from '#web/public/wall/embed/recordings/recordings.css?inline'
import cardRecordings from '#web/public/wall/embed/recordings/recordings-cards.css?inline'
import carouselRecordings from '#web/public/wall/embed/recordings/recordings-carousel.css?inline'
import listRecordings from '#web/public/wall/embed/recordings/recordings-list.css?inline'
import marqueeRecordings from '#web/public/wall/embed/recordings/recordings-marquee.css?inline'
import masonryRecordings from '#web/public/wall/embed/recordings/recordings-masonry.css?inline'
import singleRecordings from '#web/public/wall/embed/recordings/recordings-single.css?inline'
import { cardSpace, hasCards, isEdgeless, isLinkBelow, partsCss } from '#web/public/wall/embed/sizes/appearance.ts'
import { columnsCss } from '#web/public/wall/embed/sizes/columns.ts'
import { footSpace, usualGap } from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { motionCss } from './motion-css.ts'

const layouts: Record<WallLayout, string> = {
	masonry,
	grid,
	list,
	carousel: carousel + scrollButtons,
	marquee,
	single,
	badge,
	avatars,
	ratings,
	ticker,
	feature: feature + scrollButtons,
	tab: floating + tab,
	toast: floating + toast,
}
const pictures: Partial<Record<WallLayout, string>> = {
	masonry: media,
	grid: media + levelMedia,
	list: media + listMedia,
	carousel: media,
	single: media,
	feature: media,
	tab: media,
}
/** Where recordings stand in the cards of a layout; layouts without cards show none. */
const placed: Partial<Record<WallLayout, string>> = {
	masonry: cardRecordings + masonryRecordings,
	grid: cardRecordings,
	carousel: cardRecordings + carouselRecordings,
	list: listRecordings,
	marquee: marqueeRecordings,
	single: singleRecordings,
	feature: ' ',
	tab: cardRecordings + masonryRecordings,
}

/**
 * The style sheet of one embed. Own CSS comes after a layer with all other rules, so that it wins whatever their selectors are; it neither leaves
 * the element nor draws over the page.
 */
export function embedCss(wall: PublicWall): string {
	const css = builtCss(wall)
	// A floating layout cannot be kept inside of its element.
	return wall.css && !isFloating(wall.wall.layout)
		? `@layer plaudit{${css}${confinementCss(':host', 12)}}${wall.css}`
		: css
}

/** Base, media when needed, its layout and height, and the owner's theme. */
function builtCss({ wall, space, items }: PublicWall): string {
	const hasPhotos = wall.theme.photos && items.some(({ media: file }) => file?.kind === 'photo')
	const photos = (hasPhotos && pictures[wall.layout]) || ''
	const place = placedIn(wall)
	const players = place && items.some(recordingOf) ? recordings + place : ''
	// The style sheet of a feature places its own picture, after that of all pictures.
	const own = layouts[wall.layout] + columnsCss(wall)
	const layout = wall.layout === 'feature' ? photos + players + own : own + photos + cardsCss(wall) + players
	const choices =
		(isLinkBelow(wall) ? linkBelow + names : '') +
		partsCss(wall) +
		(wall.theme.more === 'place' ? more : '') +
		motionCss(wall, items)
	const titles = items.some((item) => item.title) ? title : ''
	return base + titles + layout + choices + sizeCss(wall.layout) + themeCss(wall.theme, space)
}

/** Recordings in boxes or, as where the words have none, without. */
function placedIn({ layout, theme }: PublicWall['wall']): string | undefined {
	if (layout === 'masonry' && (theme.cards === 'card' || theme.cards === 'bubble')) return cardRecordings
	if (layout !== 'carousel' && hasCards(layout) && theme.cards === 'bare') return cardRecordings + masonryRecordings
	return placed[layout]
}

const styles = { ruled: '', card, bubble, bare }

/** The owner's choice of what surrounds the words, in layouts of cards; empty for what the layout has of its own. */
function cardsCss(wall: PublicWall['wall']): string {
	const { layout, theme } = wall
	const { style, gap, padding, corner } = cardSpace(wall)
	let css = ''
	if (theme.density !== 'normal' || (theme.cards !== 'layout' && hasCards(layout)))
		css += `:host{--plaudit-gap:${gap}px;--plaudit-padding:${padding}px}`
	if (theme.corners !== 'soft') css += `:host{--plaudit-radius:${corner}px}`
	if (hasCards(layout) && theme.cards !== 'layout') {
		if (layout === 'masonry') css += `ul{column-rule:0;border:0}.t{margin-block-end:var(--plaudit-gap,${usualGap}px)}`
		else if (isEdgeless(style)) css += layout === 'carousel' ? 'ul{align-items:start}' : ''
		if (layout !== 'masonry' && isEdgeless(style)) css += `.w>.end{margin-block-start:${footSpace}px}`
		if (style !== 'card' || layout === 'masonry') css += styles[style]
	}
	const boxes = style === 'bubble' ? '.t:not(.v)::before,.v' : '.t'
	if (theme.shadow && hasCards(layout) && (style === 'card' || style === 'bubble'))
		css += `${boxes}{box-shadow:0 1px 2px #1c1a1714,0 6px 20px #1c1a1714}`
	return css
}

/** Layouts whose height does not depend on their words. */
const fixedHeights: readonly WallLayout[] = ['marquee', 'badge', 'ticker']

const ownHeight = 'block-size:auto!important;min-block-size:0!important'

/**
 * The width that a wall takes where its parent fits its content. Code pasted for another layout reserves another height; only an
 * important rule of a shadow root overrides it.
 */
function sizeCss(layout: WallLayout): string {
	const css = `slot{grid-template-columns:${widthTracks(layout)}}`
	if (isFloating(layout)) return `${css}:host{${ownHeight}}`
	const own = `${css}:host(:not([reserved])){${ownHeight}}:host([reserved]) .room{block-size:inherit;min-block-size:inherit}`
	if (!fixedHeights.includes(layout)) return `${own}:host([reserved]) .box{block-size:100%;overflow:auto}`
	const [narrow, middle] = heights[layout]
	return `${own}.w{block-size:${narrow}px}@container (min-width:560px){.w{block-size:${middle}px}}`
}

/**
 * The owner's colour as three pairs with sufficient contrast, the font and the colour scheme; empty for the default
 * theme.
 */
function themeCss(theme: PublicWall['wall']['theme'], space: PublicWall['space']): string {
	const palette = brandPalette(theme.color ?? space.color)
	const own = (name: string, light: string, dark: string) => `var(--plaudit-${name},light-dark(${light},${dark}))`
	let css = ''
	if (palette) {
		const { light, dark } = palette
		css += `--accent:${own('accent', light.brand, dark.brand)};`
		css += `--on-accent:${own('on-accent', light.onBrand, dark.onBrand)};`
		css += `--accent-wash:${own('wash', light.wash, dark.wash)};`
	}
	const stars = brandPalette(theme.accent)
	if (stars) css += `--star:${own('star', stars.light.brand, stars.dark.brand)};`
	if (theme.type === 'sans') css += '--serif:var(--plaudit-words-font,var(--sans));'
	if (theme.type === 'brand' && space.font)
		css += `--sans:var(--plaudit-font,${fontFamilies(space.font)},ui-sans-serif,system-ui,sans-serif);--serif:var(--plaudit-words-font,var(--sans));`
	if (css) css = `.w,.tab{${css}}`
	if (theme.mode !== 'auto') css += `:host{color-scheme:${theme.mode}}`
	// A fixed colour scheme works on any page, so it sets its own background; the box shadow is a margin without
	// layout.
	if (theme.mode !== 'auto')
		css += ':host(:not([theme])) .w{background:var(--paper);box-shadow:0 0 0 12px var(--paper)}'
	// Words are placed unseen until the font has come or is given up for this page, which browsers do after 0.1 s.
	if (theme.type === 'brand' && space.font && !space.font.isPreview)
		css += '@keyframes font{0%,to{visibility:hidden}}.box{animation:font .15s}'
	// `inherit` is no valid family in the font shorthand, so the host's font is set by longhands.
	if (theme.type === 'host') css += ':host{font-family:inherit}.w,.w *{font-family:inherit!important}'
	return css
}
