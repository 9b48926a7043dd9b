import { letterScale } from '#shared/look/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { faces } from '#web/public/wall/embed/sizes/type-sizes.ts'
import { lengthClass, textWidth } from '#web/public/wall/typesetting.ts'
import { hasLink, nameLines, photoHeight, titleHeight } from './card-height.ts'
import { countLines } from './text-lines.ts'

/** The height of a testimonial that is set as a headline, in px. */
export function singleHeight(
	{ wall, space }: PublicWall,
	item: WallItem | undefined,
	width: number,
	at: 0 | 1 | 2,
): number {
	if (!item) return sizes.noneHeight
	const [size, line, own] = faces.single[at][lengthClass(item.text) - 1] ?? faces.single[at][3]
	const most = wall.theme.lines ?? own
	const [markWidth, markHeight] = (
		[
			[0, 0],
			[sizes.middleMarkWidth, sizes.middleMark],
			[sizes.broadMarkWidth, sizes.broadMark],
		] as const
	)[at]
	const room = width - markWidth - 58 - (at === 0 ? 0 : 160)
	const names =
		nameLines(item, room, { hasRoles: wall.theme.roles, isLinkBelow: at === 0, scale: letterScale(space.font) }) *
		sizes.smallLine
	const author = (hasOrigin(item, wall.theme) ? 80 : 62) + names
	const isVideo = item.media?.kind === 'video'
	const lines =
		textWidth(item.text) === 0 ? 0 : countLines(item.text, width - markWidth, size, most + 1, letterScale(space.font))
	const title = titleHeight(item, width - markWidth, letterScale(space.font))
	const words = title + Math.min(lines, most) * line
	const link = !isVideo && hasLink(item, lines > most) ? sizes.smallLine : 0
	if (at === 0)
		return 20 + (isVideo ? sizes.singleFilm + sizes.singleFilmSpace : sizes.singleMark) + words + author + link + 30
	return isVideo
		? Math.max(sizes.singleFilmLeast, title && videoHeight(item, width, at, letterScale(space.font)))
		: 2 * sizes.singlePadding + Math.max(words, markHeight) + sizes.singleGap + author
}

/** The height beside a video with a title: stars, title, words and author. */
function videoHeight(item: WallItem, width: number, at: 1 | 2, scale: number): number {
	const isTall = item.media && recordingShape(item.media) === 'tall'
	const filmWidth = isTall
		? at === 2
			? sizes.broadTallFilm
			: sizes.middleTallFilm
		: at === 2
			? sizes.broadWideFilm
			: width / 2 - sizes.singleFilmInset
	const room = width - filmWidth - sizes.singleFilmGap
	const film = faces.film[isTall ? at : 1]
	const [size, line, most] = film[lengthClass(item.text) - 1] ?? film[3]
	const words = item.text ? Math.min(countLines(item.text, room, size, most, scale), most) * line : 0
	return 2 * sizes.singlePadding + sizes.headLine + 2 * sizes.singleGap + titleHeight(item, room, scale) + words + 62
}

/** With a photo above the words, or beside them in two of five parts. */
export function singlePhotoHeight(wall: PublicWall, item: WallItem, width: number, at: 0 | 1 | 2): number {
	if (at === 0)
		return singleHeight(wall, item, width, at) - sizes.singleMark + photoHeight(item, width) + sizes.photoSpace
	const room = width - 2 * sizes.singleFilmGap
	return Math.max(
		photoHeight(item, room * 0.4) + 2 * sizes.singlePadding,
		singleHeight(wall, item, room * 0.6 + (at === 2 ? sizes.broadMarkWidth : sizes.middleMarkWidth), at),
	)
}
