import { letterScale } from '#shared/look/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { recordingOf, recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import { cardSpace } from '#web/public/wall/embed/sizes/appearance.ts'
import { carouselCell } from '#web/public/wall/embed/sizes/columns.ts'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { type Faces, faces } from '#web/public/wall/embed/sizes/type-sizes.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'
import { type CardLook, cardHeight } from './card-height.ts'

/** Container width in px from which media stand beside their words, over two columns. */
const besideFrom = 560
/** The width in px for which it is decided which cells are shared, as in a usual page. */
const usualWidth = 1100
/** Factor by which a shared cell may be taller than the tallest whole one. */
const slack = 1.2

/** The height of padding and border of a card that shares a cell. */
function halfBlock(wall: PublicWall): number {
	const { style, block } = cardSpace(wall.wall)
	return style === 'card' ? 2 * sizes.halfPadding + 2 : block
}

/** True when a photo or a wide video stands beside its words where there is room. */
function isBeside(item: WallItem, { wall }: PublicWall): boolean {
	const recording = recordingOf(item)
	if (recording) return recordingShape(recording) === 'wide'
	return wall.theme.photos && item.media?.kind === 'photo'
}

function lookOf(wall: PublicWall, item: WallItem, isNarrow: boolean): CardLook {
	const { theme } = wall.wall
	const isBubble = cardSpace(wall.wall).style === 'bubble'
	return {
		isPhotoShown: theme.photos && item.media?.kind === 'photo',
		hasOrigin: hasOrigin(item, theme),
		lines: theme.lines,
		isNarrow,
		pictureHeight: sizes.carouselPhoto,
		isLinkBelow: isNarrow && !isBubble,
		hasWholeNames: !isBubble,
		hasRoles: theme.roles,
		scale: letterScale(wall.space.font),
	}
}

/**
 * The places of short testimonials that share a cell with their neighbour: two of them are about as high as the tallest other
 * one, so that neither leaves most of a cell empty.
 */
export function carouselHalves(wall: PublicWall): ReadonlySet<number> {
	const { items } = wall
	const { inline, block, gap } = cardSpace(wall.wall)
	const room = carouselCell(wall.wall, usualWidth, items.length) - inline
	const heightOf = (item: WallItem, faces: Faces) => cardHeight(item, faces, room, lookOf(wall, item, false))
	const isShort = ({ media, text }: WallItem) => media === null && lengthClass(text) < 3
	const tallest = Math.max(
		...items.map((item) => (isBeside(item, wall) ? sizes.besideLeast : heightOf(item, faces.carousel[0]) + block)),
	)
	const halves = new Set<number>()
	for (let at = 0; at + 1 < items.length; at++) {
		const pair = items.slice(at, at + 2)
		if (!pair.every(isShort)) continue
		if (pair.reduce((sum, item) => sum + heightOf(item, faces.half[0]) + halfBlock(wall), gap) > tallest * slack)
			continue
		halves.add(at).add(++at)
	}
	return halves
}

/** The height of the list of a carousel in px, without what surrounds it. */
export function carouselHeight(wall: PublicWall, width: number): number {
	const isNarrow = width < besideFrom
	const { inline, block, gap } = cardSpace(wall.wall)
	const halves = carouselHalves(wall)
	const wide = isNarrow ? 0 : wall.items.filter((item) => isBeside(item, wall)).length
	const cell = carouselCell(wall.wall, width, wall.items.length + wide - halves.size / 2)
	const rows: [number, number] = [0, 0]
	let whole = 0
	let row: 0 | 1 = 0
	for (const [at, item] of wall.items.entries()) {
		const look = lookOf(wall, item, isNarrow)
		if (halves.has(at)) {
			rows[row] = Math.max(rows[row], cardHeight(item, faces.half[0], cell - inline, look) + halfBlock(wall))
			row = row === 0 ? 1 : 0
		} else if (!isNarrow && isBeside(item, wall))
			whole = Math.max(whole, besideHeight(item, cell + gap / 2 - sizes.besideSpace - inline / 2, look, block))
		else whole = Math.max(whole, cardHeight(item, faces.carousel[0], cell - inline, look) + block)
	}
	return Math.max(whole, rows[0] + rows[1] + (rows[1] > 0 ? gap : 0))
}

/** Words beside a photo or a poster, which has a least height. */
function besideHeight(item: WallItem, room: number, look: CardLook, block: number): number {
	const words = cardHeight({ ...item, media: null }, faces.carousel[0], room, { ...look, isPhotoShown: false })
	return Math.max(sizes.besideLeast, words + block + (recordingOf(item) ? 10 : 0))
}
