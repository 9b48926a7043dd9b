import { letterScale } from '#shared/look/brand-font.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { type HeightSteps, hasColumns, heightSteps, heights, shownCapacity } from '#shared/wall/wall-layouts.ts'
import { hasOrigin } from '#web/public/wall/embed/cards/card-parts.tsx'
import { shownWall } from '#web/public/wall/embed/shown-wall.ts'
import { cardSpace, footRoom, isLinkBelow } from '#web/public/wall/embed/sizes/appearance.ts'
import { cellsPerRow, fourFrom, mostColumns, sharedWidth } from '#web/public/wall/embed/sizes/columns.ts'
import * as sizes from '#web/public/wall/embed/sizes/layout-sizes.ts'
import { faces } from '#web/public/wall/embed/sizes/type-sizes.ts'
import { affiliation } from '#web/public/wall/render-settings.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'
import { type CardLook, cardHeight, hasLink, photoHeight, titleHeight } from './card-height.ts'
import { carouselHeight } from './carousel-cells.ts'
import { avatarsHeight, featureHeight, ratingsHeight } from './estimate-kinds.ts'
import { singleHeight, singlePhotoHeight } from './estimate-single.ts'
import { type LaneBreaks, laneBreaks } from './lane-breaks.ts'
import { countLines } from './text-lines.ts'

/**
 * The height of an embed in px for each step of its container's width: what pasted code reserves. The wall itself is
 * as high as its words in the visitor's font.
 */
export function estimateHeights(wall: PublicWall): HeightSteps {
	const shown = shownWall(wall)
	// Columns of a chosen number follow the width closely, so that a step counts from its narrow end.
	const isClose = hasColumns(shown.wall.layout) && shown.wall.theme.columns !== null
	return heightSteps.map(({ from, width }) =>
		Math.round(estimateHeight(shown, isClose && from > 0 ? from : width, from)),
	) as unknown as HeightSteps
}

function estimateHeight(wall: PublicWall, width: number, from: number): number {
	const { layout } = wall.wall
	const at = from >= 880 ? 2 : from >= 560 ? 1 : 0
	const items = wall.items.slice(0, shownCapacity(wall.wall)[at])
	const shared = sharedWidth(wall.wall, width)
	if (layout === 'tab') return heights.tab[0]
	if (layout === 'toast') return items.length === 0 ? 0 : heights.toast[0]
	if (layout === 'ticker') return heights.ticker[0]
	if (layout === 'ratings') return ratingsHeight(wall, width, at)
	if (layout === 'feature' && items.length > 0) return featureHeight(wall, width)
	if (layout === 'avatars') return items.length === 0 ? sizes.noneHeight : avatarsHeight(wall, width, at)
	if (items.length === 0 && layout !== 'badge')
		return sizes.noneHeight + sizes.footHeight + (layout === 'grid' || layout === 'feature' ? sizes.edgeFootSpace : 0)
	if (layout === 'masonry') return masonryHeight(wall, items, shared, from) + sizes.footHeight
	if (layout === 'grid') return gridHeight(wall, items, shared, from) + footRoom(wall.wall) + sizes.footHeight
	if (layout === 'list') return listHeight(wall, items, width, at) + sizes.footHeight
	if (layout === 'single') {
		const [item] = items
		if (item && hasPhoto(wall, item)) return singlePhotoHeight(wall, item, width, at) + sizes.footHeight
		return singleHeight(wall, item, width, at) + sizes.footHeight
	}
	if (layout === 'carousel') {
		return carouselHeight(wall, width) + footRoom(wall.wall) + (at === 0 ? sizes.narrowButtonsFoot : sizes.buttonsFoot)
	}
	return heights[layout][at]
}

function hasPhoto({ wall }: PublicWall, { media }: WallItem): boolean {
	return wall.theme.photos && media?.kind === 'photo'
}

/** The parts of a card that a wall shows for one of its items. */
function lookOf(wall: PublicWall, item: WallItem, isNarrow: boolean): CardLook {
	const { theme } = wall.wall
	return {
		isPhotoShown: hasPhoto(wall, item),
		hasOrigin: hasOrigin(item, theme),
		lines: theme.lines,
		pictureHeight: null,
		isNarrow,
		isLinkBelow: isNarrow && isLinkBelow(wall.wall),
		hasWholeNames: isLinkBelow(wall.wall),
		hasRoles: theme.roles,
		scale: letterScale(wall.space.font),
	}
}

/** Lanes of the walls that are estimated: each of the steps of a wall asks for them. */
const knownBreaks = new WeakMap<PublicWall, LaneBreaks>()

/** Where the lanes of a masonry begin. */
export function masonryBreaks(wall: PublicWall): LaneBreaks {
	const breaks = knownBreaks.get(wall) ?? findBreaks(wall)
	knownBreaks.set(wall, breaks)
	return breaks
}

function findBreaks(wall: PublicWall): LaneBreaks {
	const { gap } = cardSpace(wall.wall)
	const most = mostColumns(wall.wall)
	const inLanes = (count: number, width: number) =>
		count > most ? [] : masonryHeights(wall, wall.items, (width - (count - 1) * gap) / count, false)
	return laneBreaks({ 2: inLanes(2, 720), 3: inLanes(3, 1100), 4: inLanes(4, 1100) })
}

function masonryHeights(wall: PublicWall, items: readonly WallItem[], lane: number, isNarrow: boolean): number[] {
	const { inline, block, between } = cardSpace(wall.wall)
	const room = lane - inline
	return items.map((item) => cardHeight(item, faces.masonry[0], room, lookOf(wall, item, isNarrow)) + block + between)
}

function masonryHeight(wall: PublicWall, items: readonly WallItem[], width: number, from: number): number {
	const breaks = masonryBreaks(wall)
	const fits = [
		[4, fourFrom],
		[3, 880],
		[2, 560],
	] as const
	const lanesOf = fits.find(([lanes, least]) => from >= least && breaks[lanes].size > 0)?.[0]
	const starts: ReadonlySet<number> = lanesOf ? breaks[lanesOf] : new Set()
	const count = starts.size + 1
	const { gap } = cardSpace(wall.wall)
	const lanes: number[] = []
	const cells = masonryHeights(wall, items, (width - (count - 1) * gap) / count, from < 560)
	for (const [place, height] of cells.entries()) {
		if (place === 0 || starts.has(place)) lanes.push(0)
		lanes.push((lanes.pop() ?? 0) + height)
	}
	return Math.max(...lanes) + 8
}

/** The least width of a cell by the cells in its row, in percent of the row. */
const leastCell = { 1: 100, 2: sizes.twoCellsPercent, 3: sizes.threeCellsPercent, 4: sizes.fourCellsPercent } as const

function gridHeight(wall: PublicWall, items: readonly WallItem[], width: number, from: number): number {
	const perRow = cellsPerRow(wall.wall, from, items.length)
	const least = leastCell[perRow] / 100
	const { gap, inline, block } = cardSpace(wall.wall)
	let sum = -gap
	for (let start = 0; start < items.length; start += perRow) {
		const row = items.slice(start, start + perRow)
		const spare = width - (row.length - 1) * gap - row.length * least * width
		const grows = row.reduce((total, { text }) => total + lengthClass(text), 0)
		const tallest = row.map((item) => {
			const cell = perRow === 1 ? width : least * width + (spare * lengthClass(item.text)) / grows
			return cardHeight(item, faces.grid[0], cell - inline, lookOf(wall, item, from < 560))
		})
		sum += Math.max(...tallest) + block + gap
	}
	return sum
}

function listHeight(wall: PublicWall, items: readonly WallItem[], width: number, at: 0 | 1 | 2): number {
	const { theme } = wall.wall
	const scale = letterScale(wall.space.font)
	const side = [0, sizes.listSide, sizes.broadListSide][at] ?? 0
	return items.reduce((sum, item) => {
		const [size, line, own] = faces.list[at][lengthClass(item.text) - 1] ?? faces.list[at][3]
		const recording = item.media && item.media.kind !== 'photo'
		const photo = hasPhoto(wall, item) ? listPhotoRoom(item, width, at) : { beside: 0, above: 0, least: 0 }
		const origin = hasOrigin(item, theme) ? sizes.smallLine : 0
		const room = (width - side - photo.beside) * (recording ? 0.6 : 1)
		const most = theme.lines ?? own
		const lines = countLines(item.text, room, size, most + 1, scale)
		const words = titleHeight(item, room, scale) + Math.min(lines, most) * line
		const link = hasLink(item, lines > most) ? sizes.smallLine : 0
		// Beside the words a long name or title takes a second line.
		const name = item.author.name.length > 22 ? sizes.smallLine : 0
		const title = name + (theme.roles && affiliation(item).length > 22 ? sizes.smallLine : 0)
		const least = Math.max(
			(item.basis || item.reward ? sizes.listLeast + 20 : sizes.listLeast) + origin + title,
			photo.least,
		)
		const row =
			at === 0
				? photo.above + 2 * sizes.usualPadding + sizes.headHeight + words + sizes.authorHeight + origin + link + 1
				: Math.max(least, words + sizes.listEdges)
		return sum + (recording ? Math.max(at === 0 ? sizes.narrowListFilmLeast : sizes.listFilmLeast, row) : row)
	}, 1)
}

/** The room in px that a photo of a list takes: above the words, or beside them in a row that is at least as high. */
function listPhotoRoom(item: WallItem, width: number, at: 0 | 1 | 2) {
	if (at === 0) return { beside: 0, above: photoHeight(item, width) + sizes.photoSpace, least: 0 }
	return {
		beside: sizes.listPhoto + (at === 2 ? sizes.broadListGap : sizes.listGap),
		above: 0,
		least: Math.min(sizes.listPhotoMost, photoHeight(item, sizes.listPhoto)) + sizes.listEdges,
	}
}
