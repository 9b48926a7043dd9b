import type { WallItem } from '#shared/wall/wall.ts'
import { recordingOf, recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import type { Faces } from '#web/public/wall/embed/sizes/type-sizes.ts'
import { affiliation } from '#web/public/wall/render-settings.ts'
import { lengthClass, truncateText } from '#web/public/wall/typesetting.ts'
import { countLines } from './text-lines.ts'

/** Factor by which bold letters are wider. */
const bold = 1.1

const posterRatio = 9 / 16

/** The parts of a card that a wall shows. */
export type CardLook = {
	isPhotoShown: boolean
	/** True when a line below the author has the date or the source. */
	hasOrigin: boolean
	/** The owner's limit of lines; null: the layout's own. */
	lines: number | null
	/** Below 560 px. */
	isNarrow: boolean
	/** The height of every picture in px; null where it follows the width. */
	pictureHeight: number | null
	/** True when the link to the rest of cut words has a line of its own. */
	isLinkBelow: boolean
	/** True when a long name takes more lines than one. */
	hasWholeNames: boolean
	hasRoles: boolean
	/** The width of its letters, compared with the usual ones. */
	scale: number
}

/**
 * The height of a card without its padding, in px.
 * @param width of the card within its padding
 */
export function cardHeight(item: WallItem, faces: Faces, width: number, look: CardLook): number {
	const [size, line, own] = faces[lengthClass(item.text) - 1] ?? faces[0]
	const most = look.lines ?? own
	const lines = item.text ? countLines(truncateText(item.text, 2_000), width, size, most + 1, look.scale) : 0
	const title = titleHeight(item, width, look.scale)
	const words = Math.min(lines, most) * line
	const recording = recordingOf(item)
	const names =
		look.hasWholeNames && !recording
			? nameLines(item, width - sizes.avatarSize - sizes.avatarGap, look) * sizes.smallLine
			: 0
	const author = sizes.authorHeight + names + (look.hasOrigin ? sizes.smallLine : 0)
	const head = item.rating || item.basis || item.reward ? sizes.headHeight : 0
	const link = look.isLinkBelow && hasLink(item, lines > most) ? sizes.smallLine : 0
	if (!recording)
		return (
			head +
			title +
			words +
			author +
			link +
			(look.isPhotoShown ? (look.pictureHeight ?? photoHeight(item, width)) + sizes.photoSpace : 0)
		)
	const shape = recordingShape(recording)
	if (shape === 'audio')
		return sizes.headHeight + sizes.barHeight + sizes.barSpace + title + Math.min(words, 4 * 28) + author
	if (shape === 'tall') return Math.max(sizes.besideLeast, tallHeight(item, width, look)) + author - sizes.authorHeight
	// A row of one height has a poster of 180 px that reaches the edges of its card.
	const poster = look.pictureHeight === null ? width * posterRatio : look.pictureHeight - 50
	return (
		poster +
		sizes.posterSpace +
		(look.isNarrow && head > 0 ? sizes.headLine + sizes.narrowHeadSpace : 0) +
		(item.text ? sizes.posterLines * sizes.wordsLine + sizes.wordsSpace : 0) +
		title +
		author
	)
}

/** The height beside a tall film of 116 px, from the edges of the card. */
function tallHeight(item: WallItem, width: number, { scale }: CardLook): number {
	const room = width - sizes.tallFilm + 8
	const words = item.text
		? Math.min(countLines(item.text, room, sizes.wordsType, sizes.tallLines, scale), sizes.tallLines) *
				sizes.wordsLine +
			sizes.wordsSpace
		: 0
	return 30 + sizes.headLine + sizes.narrowHeadSpace + titleHeight(item, room, scale) + words + sizes.authorHeight
}

/** The height of the author's title in px, with its margin; 0 without one. */
export function titleHeight({ title }: WallItem, width: number, scale: number): number {
	return title ? countLines(title, width, sizes.titleType * bold, 200, scale) * sizes.titleLine + sizes.titleSpace : 0
}

/** Width of the link to the rest in the line of the author's role, in px. */
const linkWidth = 84

/** The lines that name and title of an author take besides one each. */
export function nameLines(
	item: WallItem,
	room: number,
	{ hasRoles, isLinkBelow, scale }: Pick<CardLook, 'hasRoles' | 'isLinkBelow' | 'scale'>,
): number {
	const lines = (text: string, width: number, size: number = sizes.personType) =>
		countLines(text, width, size, 9, scale) - 1
	const isBeside = !isLinkBelow && lengthClass(item.text) > 2
	return (
		lines(item.author.name, room, sizes.personType * bold) +
		(hasRoles ? lines(affiliation(item), room - (isBeside ? linkWidth : 0)) : 0)
	)
}

/** True when a card has a link to the rest of its words, or to the reply. The shortest words have none. */
export function hasLink({ text, reply }: WallItem, isCut: boolean): boolean {
	return lengthClass(text) > 1 && (isCut || reply !== null || text.length > 2_000)
}

/** The height of a photo in px, which is shown whole up to a height. */
export function photoHeight({ media }: WallItem, width: number): number {
	const ratio = media?.width && media.height ? media.height / media.width : 0.75
	return Math.min(sizes.photoMost, width * ratio)
}
