import { letterScale } from '#shared/look/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { capacity } from '#shared/wall/wall-layouts.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { featurePicture } from '#web/public/wall/embed/layouts/layout-feature.tsx'
import { hasPortraits, shownNames } from '#web/public/wall/embed/shown-wall.ts'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { type Faces, faces } from '#web/public/wall/embed/sizes/type-sizes.ts'
import { createRenderSettings, peopleText } from '#web/public/wall/render-settings.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'
import { photoHeight, titleHeight } from './card-height.ts'
import { countLines } from './text-lines.ts'

/** The height of a rating summary in px: figures, lines and, in a broad container, its two quotations. */
export function ratingsHeight({ items, counts, space }: PublicWall, width: number, at: 0 | 1 | 2): number {
	if (counts.spread.every((count) => count === 0)) return sizes.noneHeight + sizes.footHeight
	const [edges, average, lines] = [2 * sizes.ratingsPadding + 2, sizes.ratingsAverage, 5 * sizes.ratingsLine]
	if (at === 0) return edges + average + sizes.ratingsGap + lines + sizes.footHeight
	// The average, its stars and two lines of what it counts stand below each other.
	const figures = Math.max(lines, average + 76)
	if (at === 1 || items.length === 0) return edges + figures + sizes.footHeight
	const room = (width - sizes.ratingsFigures - 2 * sizes.broadRatingsGap) * 0.55 - sizes.quotesInset
	const [stars, author] = [sizes.quoteStars + sizes.quoteSpace, sizes.quoteSpace + sizes.avatarSize]
	const quotes = items.map(
		({ text }) =>
			stars +
			countLines(text, room, sizes.quoteType, sizes.quoteLines, letterScale(space.font)) * sizes.quoteLine +
			author,
	)
	return (
		edges +
		Math.max(
			figures,
			quotes.reduce((sum, height) => sum + height, sizes.quotesGap * (quotes.length - 1)),
		) +
		sizes.footHeight
	)
}

/** The height of the avatars in px: the circles, and beside or below them the sentence, the stars and the link. */
export function avatarsHeight(wall: PublicWall, width: number, at: 0 | 1 | 2): number {
	const scale = letterScale(wall.space.font)
	const text = peopleText(createRenderSettings(wall, ''))
	const sentence = (room: number, size: number, line: number = sizes.sentenceLine) =>
		countLines(text, room, size, 9, scale) * line + sizes.sentenceLine
	if (!hasPortraits(wall)) {
		const names = shownNames(wall)
			.map(({ author }) => author.name)
			.join(', ')
		const [size, line] = at === 0 ? [sizes.namesType, sizes.namesLine] : [sizes.broadNamesType, sizes.broadNamesLine]
		const lines = names === '' ? 0 : countLines(names, width, size, 99, scale) * line + sizes.circlesGap
		return lines + sentence(width, sizes.countType)
	}
	if (at === 0) return sizes.circleSize + sizes.circlesGap + sentence(width, sizes.sentenceType)
	const shown = Math.min(wall.items.length, capacity.avatars[2])
	const places = shown + (wall.counts.published > shown ? 1 : 0)
	return Math.max(
		sizes.circleSize,
		sentence(
			width - places * (sizes.circleSize - sizes.circleOverlap) - sizes.circleOverlap - sizes.broadCirclesGap,
			sizes.broadSentenceType,
			sizes.broadSentenceLine,
		),
	)
}

/** The height of a feature in px: that of its tallest testimonial, since they stand side by side. */
export function featureHeight(wall: PublicWall, width: number): number {
	const isBroad = width >= 720
	const foot =
		wall.items.length > 1
			? width < 560
				? sizes.narrowButtonsFoot
				: sizes.buttonsFoot
			: sizes.footHeight + sizes.edgeFootSpace
	return (
		foot +
		Math.max(...wall.items.map((item) => (isBroad ? broadHeight(wall, item, width) : narrowHeight(wall, item, width))))
	)
}

/** The share of a picture or photo beside the words. */
const part = sizes.featurePercent / 100

/** Stars with their margin, and the author with the space above. */
const chrome = sizes.headLine + sizes.featureHeadSpace + sizes.avatarSize + sizes.featureAuthorSpace

function narrowHeight(wall: PublicWall, item: WallItem, width: number): number {
	const [size, line] = faceOf(faces.feature[0], item)
	const kind = featurePicture(item, { wall })
	const picture = kind === 'photo' ? photoHeight(item, width) : kind ? sizes.featurePicture : 0
	// Its rules are two pixels.
	const edges = 2 * sizes.featureBlock + (kind ? 0 : 2)
	return (
		picture +
		edges +
		chrome +
		sizes.smallLine +
		audioHeight(item) +
		wordsHeight(wall, item, width - (kind ? 2 * sizes.featurePadding : 0), size, line)
	)
}

function broadHeight(wall: PublicWall, item: WallItem, width: number): number {
	const kind = featurePicture(item, { wall })
	const [size, line] = faceOf(kind ? faces.feature[1] : faces.plain[0], item)
	const isPhoto = kind === 'photo'
	const picture = isPhoto
		? photoHeight(item, width * part) + 2 * sizes.featurePhotoEdge
		: kind
			? sizes.broadFeaturePicture
			: 0
	const room = kind
		? width * (1 - part) - 2 * sizes.broadFeaturePadding - (isPhoto ? sizes.featurePhotoEdge : 0)
		: width
	return Math.max(
		picture,
		2 * sizes.broadFeatureBlock +
			(kind ? 0 : 2) +
			chrome +
			audioHeight(item) +
			wordsHeight(wall, item, room, size, line),
	)
}

const faceOf = (set: Faces, { text }: WallItem) => set[lengthClass(text) - 1] ?? set[3]

const audioHeight = ({ media }: WallItem) => (media?.kind === 'audio' ? 72 : 0)

function wordsHeight({ wall, space }: PublicWall, item: WallItem, room: number, size: number, line: number): number {
	const most = wall.theme.lines ?? faces.feature[0][0][2]
	const scale = letterScale(space.font)
	const words = item.text ? countLines(item.text, room, size, most, scale) * line : 0
	return titleHeight(item, room, scale) + words + (hasOrigin(item, wall.theme) ? sizes.smallLine : 0)
}
