import type { WallItem, WallLayout } from '#shared/wall.ts'
import { recordingOf, recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import { affiliation } from '#web/public/wall/render-settings.ts'
import { lengthClass, truncateText } from '#web/public/wall/typesetting.ts'
import { countLines } from './text-lines.ts'

/** How the style sheet of a layout sets the words: type size and line height in px, and the most lines. */
type Face = readonly [size: number, line: number, most: number]
/** By length class, from the shortest words to the longest. */
export type Faces = readonly [Face, Face, Face, Face]

/** The faces of the cards of a layout; embed-<layout>.css says the same. */
export const cardFaces = {
	masonry: [
		[25, 31, 5],
		[20, 28, 12],
		[20, 28, 12],
		[16, 24, 9],
	],
	grid: [
		[25, 32, 6],
		[20, 28, 6],
		[16, 24, 6],
		[16, 24, 6],
	],
	carousel: [
		[31, 38, 4],
		[24, 33, 6],
		[20, 28, 6],
		[16, 24, 7],
	],
} as const satisfies Partial<Record<WallLayout, Faces>>

/** The face of those that share a cell of a carousel. */
export const halfFaces = [
	[20, 28, 4],
	[20, 28, 6],
	[20, 28, 6],
	[16, 24, 7],
] as const satisfies Faces

/** Stars with their margin, and the author with the space above. */
const [headHeight, authorHeight] = [28, 50]
const posterRatio = 9 / 16

/** What a wall shows of a card. */
export type CardLook = {
	isPhotoShown: boolean
	/** Whether a line below the author has the date or the source. */
	hasOrigin: boolean
	/** The owner's limit of lines; null: the layout's own. */
	lines: number | null
	/** Below 560 px. */
	isNarrow: boolean
	/** The height of every picture in px; null where it follows the width. */
	pictureHeight: number | null
	/** Whether the link to the rest of cut words has a line of its own. */
	isLinkBelow: boolean
	/** Whether a long name takes more lines than one. */
	hasWholeNames: boolean
	hasRoles: boolean
	/** How wide its letters are, compared with the usual ones. */
	scale: number
}

/** The height of the line of date and source, and of the link to the rest. */
const smallLine = 18

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
	const names = look.hasWholeNames && !recording ? nameLines(item, width - avatarWidth, look) * smallLine : 0
	const author = authorHeight + names + (look.hasOrigin ? smallLine : 0)
	const head = item.rating || item.basis || item.reward ? headHeight : 0
	const link = look.isLinkBelow && hasLink(item, lines > most) ? smallLine : 0
	if (!recording)
		return (
			head +
			title +
			words +
			author +
			link +
			(look.isPhotoShown ? (look.pictureHeight ?? photoHeight(item, width)) + 16 : 0)
		)
	const shape = recordingShape(recording)
	if (shape === 'audio') return headHeight + 56 + title + Math.min(words, 4 * 28) + author
	if (shape === 'tall') return Math.max(240, tallHeight(item, width, look)) + author - authorHeight
	// In a row of one height, a poster of 180 px that reaches the edges of its card.
	const poster = look.pictureHeight === null ? width * posterRatio : look.pictureHeight - 50
	return poster + 12 + (look.isNarrow && head > 0 ? 26 : 0) + (item.text ? 58 : 0) + title + author
}

/** What stands beside a tall film of 116 px, from the edges of the card. */
function tallHeight(item: WallItem, width: number, { scale }: CardLook): number {
	const room = width - 116 + 8
	const words = item.text ? Math.min(countLines(item.text, room, 16, 4, scale), 4) * 24 + 10 : 0
	return 30 + 26 + titleHeight(item, room, scale) + words + authorHeight
}

/** A picture of 36 px and the gap beside it. */
const avatarWidth = 46

/** The height of the author's title in px, with its margin; 0 without one. Bold letters are wider by a tenth. */
export function titleHeight({ title }: WallItem, width: number, scale: number): number {
	return title ? countLines(title, width, 19.8, 200, scale) * 25 + 4 : 0
}

/** How much of the line of the author's role the link to the rest takes, in px. */
const linkWidth = 84

/** The lines that name and title of an author take besides one each. */
export function nameLines(
	item: WallItem,
	room: number,
	{ hasRoles, isLinkBelow, scale }: Pick<CardLook, 'hasRoles' | 'isLinkBelow' | 'scale'>,
): number {
	const lines = (text: string, width: number, size = 13) => countLines(text, width, size, 9, scale) - 1
	const isBeside = !isLinkBelow && lengthClass(item.text) > 2
	// Names are bold, which is wider by a tenth.
	return (
		lines(item.author.name, room, 14.3) + (hasRoles ? lines(affiliation(item), room - (isBeside ? linkWidth : 0)) : 0)
	)
}

/** Whether a card has a link to the rest of its words, or to the reply. The shortest words have none. */
export function hasLink({ text, reply }: WallItem, isCut: boolean): boolean {
	return lengthClass(text) > 1 && (isCut || reply !== null || text.length > 2_000)
}

/** The height of a photo in px, which is shown whole up to a height. */
export function photoHeight({ media }: WallItem, width: number): number {
	const ratio = media?.width && media.height ? media.height / media.width : 0.75
	return Math.min(380, width * ratio)
}
