import { letterScale } from '#shared/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import { lengthClass, textWidth } from '#web/public/wall/typesetting.ts'
import { hasLink, nameLines, photoHeight, titleHeight } from './card-height.ts'
import { countLines } from './text-lines.ts'

const singleFaces = [
	[
		[31, 38, 5],
		[20, 28, 7],
		[20, 28, 7],
		[16, 24, 8],
	],
	[
		[39, 46, 4],
		[25, 34, 5],
		[25, 34, 5],
		[20, 28, 6],
	],
	[
		[61, 68, 3],
		[39, 50, 4],
		[31, 43, 5],
		[25, 34, 6],
	],
] as const

/** The height of a testimonial that is set as a headline, in px. */
export function singleHeight(
	{ wall, space }: PublicWall,
	item: WallItem | undefined,
	width: number,
	at: 0 | 1 | 2,
): number {
	if (!item) return 28
	const [size, line, own] = singleFaces[at][lengthClass(item.text) - 1] ?? singleFaces[at][3]
	const most = wall.theme.lines ?? own
	const [markWidth, markHeight] = at === 2 ? [88, 80] : [at * 64, at * 60]
	const room = width - markWidth - 58 - (at === 0 ? 0 : 160)
	const names =
		nameLines(item, room, { hasRoles: wall.theme.roles, isLinkBelow: at === 0, scale: letterScale(space.font) }) * 18
	const author = (hasOrigin(item, wall.theme) ? 80 : 62) + names
	const isVideo = item.media?.kind === 'video'
	const lines =
		textWidth(item.text) === 0 ? 0 : countLines(item.text, width - markWidth, size, most + 1, letterScale(space.font))
	const title = titleHeight(item, width - markWidth, letterScale(space.font))
	const words = title + Math.min(lines, most) * line
	const link = !isVideo && hasLink(item, lines > most) ? 18 : 0
	if (at === 0) return 20 + (isVideo ? 182 : 48) + words + author + link + 30
	return isVideo
		? Math.max(312, title && videoHeight(item, width, at, letterScale(space.font)))
		: 48 + Math.max(words, markHeight) + 22 + author
}

/** What stands beside a video with a title: stars, title, words and author. */
function videoHeight(item: WallItem, width: number, at: 1 | 2, scale: number): number {
	const isTall = item.media && recordingShape(item.media) === 'tall'
	const film = isTall ? (at === 2 ? 234 : 200) : at === 2 ? 512 : width / 2 - 16
	const room = width - film - 32
	const [size, line, most] =
		lengthClass(item.text) === 4
			? ([20, 28, 5] as const)
			: isTall && at === 2
				? ([31, 43, 4] as const)
				: ([25, 34, 4] as const)
	const words = item.text ? Math.min(countLines(item.text, room, size, most, scale), most) * line : 0
	return 48 + 18 + 22 + titleHeight(item, room, scale) + words + 22 + 62
}

/** With a photo above the words, or beside them in two of five parts. */
export function singlePhotoHeight(wall: PublicWall, item: WallItem, width: number, at: 0 | 1 | 2): number {
	if (at === 0) return singleHeight(wall, item, width, at) - 48 + photoHeight(item, width) + 16
	const room = width - 2 * 32
	return Math.max(photoHeight(item, room * 0.4) + 48, singleHeight(wall, item, room * 0.6 + (at === 2 ? 88 : 64), at))
}
