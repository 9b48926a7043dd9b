import { letterScale } from '#shared/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall.ts'
import { capacity } from '#shared/wall-layouts.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { featurePicture } from '#web/public/wall/embed/layouts/layout-feature.tsx'
import { hasPortraits, shownNames } from '#web/public/wall/embed/shown-wall.ts'
import { edgeFootSpace } from '#web/public/wall/embed/sizes/appearance.ts'
import { createRenderSettings, peopleText } from '#web/public/wall/render-settings.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'
import { photoHeight, titleHeight } from './card-height.ts'
import { countLines } from './text-lines.ts'

const footerHeight = 48

/** The height of a rating summary in px: figures, lines and, in a broad container, its two quotations. */
export function ratingsHeight({ items, counts, space }: PublicWall, width: number, at: 0 | 1 | 2): number {
	if (counts.spread.every((count) => count === 0)) return 28 + footerHeight
	const [edges, average, lines] = [50, 80, 5 * 28]
	if (at === 0) return edges + average + 20 + lines + footerHeight
	// The average, its stars and two lines of what it counts stand below each other.
	const figures = Math.max(lines, average + 76)
	if (at === 1 || items.length === 0) return edges + figures + footerHeight
	const room = (width - 190 - 2 * 56) * 0.55 - 48
	const quotes = items.map(({ text }) => 23 + countLines(text, room, 17, 3, letterScale(space.font)) * 25 + 44)
	return (
		edges +
		Math.max(
			figures,
			quotes.reduce((sum, height) => sum + height, 20 * (quotes.length - 1)),
		) +
		footerHeight
	)
}

/** The height of the avatars in px: the circles, and beside or below them the sentence, the stars and the link. */
export function avatarsHeight(wall: PublicWall, width: number, at: 0 | 1 | 2): number {
	const circles = 44
	const scale = letterScale(wall.space.font)
	const text = peopleText(createRenderSettings(wall, ''))
	if (!hasPortraits(wall)) {
		const names = shownNames(wall)
			.map(({ author }) => author.name)
			.join(', ')
		const [size, line] = at === 0 ? [17, 26] : [22, 33]
		const lines = names === '' ? 0 : countLines(names, width, size, 99, scale) * line + 8
		return lines + countLines(text, width, 14, 9, scale) * 22 + 22
	}
	if (at === 0) return circles + 8 + countLines(text, width, 17, 9, scale) * 22 + 22
	const shown = Math.min(wall.items.length, capacity.avatars[2])
	const places = shown + (wall.counts.published > shown ? 1 : 0)
	return Math.max(circles, countLines(text, width - places * 36 - 28, 20, 9, scale) * 26 + 22)
}

/** The height of a feature in px: that of its tallest testimonial, since they stand side by side. */
export function featureHeight(wall: PublicWall, width: number): number {
	const isBroad = width >= 720
	const foot = wall.items.length > 1 ? (width < 560 ? 84 : 60) : footerHeight + edgeFootSpace
	return (
		foot +
		Math.max(...wall.items.map((item) => (isBroad ? broadHeight(wall, item, width) : narrowHeight(wall, item, width))))
	)
}

/** Stars with their margin, and the author with the space above. */
const chrome = 32 + 56
/** The link to the whole text has a line of its own where it is narrow. */
const linkHeight = 18

function narrowHeight(wall: PublicWall, item: WallItem, width: number): number {
	const [size, line] = lengthClass(item.text) < 3 ? [25, 33] : [20, 28]
	const kind = featurePicture(item, { wall })
	const picture = kind === 'photo' ? photoHeight(item, width) : kind ? 300 : 0
	// Its rules are two pixels.
	const edges = kind ? 56 : 58
	return (
		picture +
		edges +
		chrome +
		linkHeight +
		audioHeight(item) +
		wordsHeight(wall, item, width - (kind ? 48 : 0), size, line)
	)
}

/** Type size and line height in px by length class, beside a picture and without one. */
const broadFaces = { 1: [36, 46], 2: [36, 46], 3: [25, 34], 4: [20, 29] } as const
const plainFaces = { 1: [61, 68], 2: [36, 46], 3: [25, 34], 4: [20, 29] } as const

function broadHeight(wall: PublicWall, item: WallItem, width: number): number {
	const length = lengthClass(item.text)
	const kind = featurePicture(item, { wall })
	const [size, line] = kind ? broadFaces[length] : plainFaces[length]
	const isPhoto = kind === 'photo'
	const picture = isPhoto ? photoHeight(item, width * 0.385) + 80 : kind ? 448 : 0
	const room = kind ? width * 0.615 - (isPhoto ? 152 : 112) : width
	return Math.max(picture, (kind ? 80 : 82) + chrome + audioHeight(item) + wordsHeight(wall, item, room, size, line))
}

const audioHeight = ({ media }: WallItem) => (media?.kind === 'audio' ? 72 : 0)

function wordsHeight({ wall, space }: PublicWall, item: WallItem, room: number, size: number, line: number): number {
	const most = wall.theme.lines ?? 8
	const scale = letterScale(space.font)
	const words = item.text ? countLines(item.text, room, size, most, scale) * line : 0
	return titleHeight(item, room, scale) + words + (hasOrigin(item, wall.theme) ? 18 : 0)
}
