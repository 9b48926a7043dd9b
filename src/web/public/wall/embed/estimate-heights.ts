import type { PublicWall, WallItem } from '#shared/wall.ts'
import { capacity, type HeightSteps, heightSteps, heights } from '#shared/wall-layouts.ts'
import { lengthClass, textWidth } from '#web/public/wall/typesetting.ts'
import { cardSpace } from './appearance.ts'
import { cardFaces, cardHeight, photoHeight } from './card-height.ts'
import { laneBreaks } from './lane-breaks.ts'
import { shownLayout, shownWall } from './shown-wall.ts'
import { countLines } from './text-lines.ts'

const footerHeight = 48

/**
 * The height of an embed in px for each step of its container's width: what pasted code reserves. The wall itself is
 * as high as its words in the visitor's font.
 */
export function estimateHeights(wall: PublicWall): HeightSteps {
	const shown = shownWall(wall)
	return heightSteps.map(({ from, width }) => Math.round(estimateHeight(shown, width, from))) as unknown as HeightSteps
}

function estimateHeight(wall: PublicWall, width: number, from: number): number {
	const layout = shownLayout(wall)
	const at = from >= 880 ? 2 : from >= 560 ? 1 : 0
	const items = wall.items.slice(0, capacity[layout][at])
	if (items.length === 0 && layout !== 'badge') return 28 + footerHeight
	if (layout === 'masonry') return masonryHeight(wall, items, width, at) + footerHeight
	if (layout === 'grid') return gridHeight(wall, items, width, at) + footerHeight
	if (layout === 'list') return listHeight(wall, items, width, at) + footerHeight
	if (layout === 'single') {
		const [item] = items
		if (item && hasPhoto(wall, item)) return singlePhotoHeight(item, width, at) + footerHeight
		return singleHeight(item, width, at) + footerHeight
	}
	if (layout === 'carousel') {
		const { inline, block } = cardSpace(wall.wall)
		const room = (at === 0 ? width - 40 : 380) - inline
		const tallest = Math.max(...items.map((item) => cardHeight(item, cardFaces.carousel, room, hasPhoto(wall, item))))
		return tallest + block + (at === 0 ? 84 : 60)
	}
	return heights[layout][at]
}

function hasPhoto({ wall }: PublicWall, { media }: WallItem): boolean {
	return wall.theme.photos && media?.kind === 'photo'
}

/** Where the lanes of a masonry begin, and how high each item is in them. */
export function masonryBreaks(wall: PublicWall) {
	const { gap } = cardSpace(wall.wall)
	return laneBreaks({
		two: masonryHeights(wall, wall.items, (720 - gap) / 2),
		three: masonryHeights(wall, wall.items, (1100 - 2 * gap) / 3),
	})
}

function masonryHeights(wall: PublicWall, items: readonly WallItem[], lane: number): number[] {
	const { inline, block, between } = cardSpace(wall.wall)
	const room = lane - inline
	return items.map((item) => cardHeight(item, cardFaces.masonry, room, hasPhoto(wall, item)) + block + between)
}

function masonryHeight(wall: PublicWall, items: readonly WallItem[], width: number, at: 0 | 1 | 2): number {
	const breaks = masonryBreaks(wall)
	const starts = at === 0 ? new Set() : at === 2 && breaks.three.size > 0 ? breaks.three : breaks.two
	const count = starts.size + 1
	const { gap } = cardSpace(wall.wall)
	const lanes: number[] = []
	for (const [place, height] of masonryHeights(wall, items, (width - (count - 1) * gap) / count).entries()) {
		if (place === 0 || starts.has(place)) lanes.push(0)
		lanes.push((lanes.pop() ?? 0) + height)
	}
	return Math.max(...lanes) + 8
}

function gridHeight(wall: PublicWall, items: readonly WallItem[], width: number, at: 0 | 1 | 2): number {
	const perRow = at === 0 ? 1 : at === 2 && items.length !== 4 ? 3 : 2
	const least = [1, 0.38, 0.27][perRow - 1] ?? 1
	const { gap, inline, block } = cardSpace(wall.wall)
	let sum = -gap
	for (let start = 0; start < items.length; start += perRow) {
		const row = items.slice(start, start + perRow)
		const spare = width - (row.length - 1) * gap - row.length * least * width
		const grows = row.reduce((total, { text }) => total + lengthClass(text), 0)
		const tallest = row.map((item) => {
			const cell = perRow === 1 ? width : least * width + (spare * lengthClass(item.text)) / grows
			return cardHeight(item, cardFaces.grid, cell - inline, hasPhoto(wall, item))
		})
		sum += Math.max(...tallest) + block + gap
	}
	return sum
}

function listHeight(wall: PublicWall, items: readonly WallItem[], width: number, at: 0 | 1 | 2): number {
	const side = [0, 244, 308][at] ?? 0
	return items.reduce((sum, item) => {
		const length = lengthClass(item.text)
		const large = [25, 34] as const
		const [size, line] =
			length === 1
				? at === 2
					? ([31, 40] as const)
					: large
				: length === 2 && at === 2
					? large
					: length === 4
						? [16, 28]
						: [20, 28]
		const recording = item.media && item.media.kind !== 'photo'
		const photo = hasPhoto(wall, item) ? listPhoto(item, width, at) : { beside: 0, above: 0, least: 0 }
		const words = countLines(item.text, (width - side - photo.beside) * (recording ? 0.6 : 1), size, 6) * line
		const least = Math.max(item.basis || item.reward ? 154 : 132, photo.least)
		const row = at === 0 ? photo.above + 40 + 28 + words + 50 + 1 : Math.max(least, words + 61)
		return sum + (recording ? Math.max(at === 0 ? 200 : 164, row) : row)
	}, 1)
}

/** The room in px that a photo of a list takes: above the words, or beside them in a row that is at least as high. */
function listPhoto(item: WallItem, width: number, at: 0 | 1 | 2) {
	if (at === 0) return { beside: 0, above: photoHeight(item, width) + 16, least: 0 }
	return { beside: 178 + (at === 2 ? 48 : 32), above: 0, least: Math.min(200, photoHeight(item, 178)) + 61 }
}

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

function singleHeight(item: WallItem | undefined, width: number, at: 0 | 1 | 2): number {
	if (!item) return 28
	const [size, line, most] = singleFaces[at][lengthClass(item.text) - 1] ?? singleFaces[at][3]
	const [markWidth, markHeight] = at === 2 ? [88, 80] : [at * 64, at * 60]
	const isVideo = item.media?.kind === 'video'
	const words = textWidth(item.text) === 0 ? 0 : countLines(item.text, width - markWidth, size, most) * line
	if (at === 0) return 20 + (isVideo ? 182 : 48) + words + 62 + 30
	return isVideo ? 312 : 48 + Math.max(words, markHeight) + 22 + 62
}

/** With a photo above the words, or beside them in two of five parts. */
function singlePhotoHeight(item: WallItem, width: number, at: 0 | 1 | 2): number {
	if (at === 0) return singleHeight(item, width, at) - 48 + photoHeight(item, width) + 16
	const room = width - 2 * 32
	return Math.max(photoHeight(item, room * 0.4) + 48, singleHeight(item, room * 0.6 + (at === 2 ? 88 : 64), at))
}
