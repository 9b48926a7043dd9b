import type { PublicWall, WallColumns, WallLayout } from './wall.ts'

/** The number of items that a layout shows when its container is below 560 px, from 560 px and from 880 px. */
export const capacity: Record<WallLayout, readonly [number, number, number]> = {
	masonry: [3, 6, 9],
	grid: [3, 6, 6],
	list: [3, 4, 4],
	carousel: [12, 12, 12],
	marquee: [10, 10, 10],
	single: [1, 1, 1],
	badge: [0, 0, 0],
	avatars: [6, 9, 9],
	ratings: [0, 0, 2],
	ticker: [12, 12, 12],
	feature: [6, 6, 6],
	tab: [12, 12, 12],
	toast: [6, 6, 6],
}

/** Layouts whose owner may choose the number of columns. */
const columnLayouts: readonly WallLayout[] = ['masonry', 'grid']

export const hasColumns = (layout: WallLayout): boolean => columnLayouts.includes(layout)

/** The capacity of other numbers of columns; three is the usual one. */
const columnCapacity: Partial<Record<WallLayout, Partial<Record<WallColumns, readonly [number, number, number]>>>> = {
	masonry: { 1: [3, 4, 4], 2: [3, 6, 6], 4: [3, 6, 12] },
	grid: { 1: [3, 4, 4], 2: [3, 6, 6], 4: [3, 6, 8] },
}

/** The number of items that a wall shows for the same container widths. */
export function shownCapacity({ layout, theme }: Pick<PublicWall['wall'], 'layout' | 'theme'>) {
	return (theme.columns && columnCapacity[layout]?.[theme.columns]) || capacity[layout]
}

/**
 * Usual heights of an embed in px for the same container widths. They name a layout in the address of pasted code, which reserves
 * them where the wall's words are not known. Floating layouts take theirs in narrow windows only.
 */
export const heights: Record<WallLayout, readonly [number, number, number]> = {
	masonry: [770, 830, 830],
	grid: [836, 836, 568],
	list: [744, 640, 640],
	carousel: [412, 368, 368],
	marquee: [328, 304, 304],
	single: [420, 348, 360],
	badge: [72, 72, 72],
	avatars: [96, 48, 48],
	ratings: [338, 238, 352],
	ticker: [52, 52, 52],
	feature: [740, 508, 508],
	tab: [56, 56, 56],
	toast: [170, 170, 170],
}

/** The heights that pasted code reserves, as its address names them: `836-836-568`. */
export function reservedHeights(layout: WallLayout): string {
	return heights[layout].join('-')
}

/** Layouts that stand at an edge or in a corner of a wide window, and in the page's flow on a phone. */
export const isFloating = (layout: WallLayout): boolean => layout === 'tab' || layout === 'toast'

/** Window width in px from which they float. */
export const floatingFrom = 720

/** Layouts that are as wide as a line of words. */
const slimLayouts: readonly WallLayout[] = ['badge', 'avatars']

/**
 * Grid tracks that give a wall a width where its parent fits its content, as a flex item or a table cell does: what there is room for,
 * and at most this. Elsewhere a wall fills its parent.
 */
export function widthTracks(layout: WallLayout): string {
	return `minmax(0,${slimLayouts.includes(layout) ? 320 : 1100}px) minmax(0,1fr)`
}

/** Layouts that move by themselves. */
export const isMoving = (layout: WallLayout): boolean => ['marquee', 'ticker', 'toast'].includes(layout)

/**
 * Steps of a container's width in px: from where one applies, and the width for which its height is computed. Phones, and the columns of
 * themes, are near the narrow end of theirs.
 */
export const heightSteps = [
	{ from: 0, width: 280 },
	{ from: 300, width: 310 },
	{ from: 340, width: 350 },
	{ from: 420, width: 460 },
	{ from: 560, width: 600 },
	{ from: 720, width: 760 },
	{ from: 880, width: 900 },
	{ from: 960, width: 980 },
	{ from: 1060, width: 1100 },
] as const

/** A height in px for each step. */
export type HeightSteps = NumberForEach<typeof heightSteps>

type NumberForEach<Steps extends readonly unknown[]> = { readonly [At in keyof Steps]: number }

/** The usual heights of a layout for each step, for code without a wall. */
export function usualHeights(layout: WallLayout): HeightSteps {
	const [narrow, middle, broad] = heights[layout]
	return [narrow, narrow, narrow, narrow, middle, middle, broad, broad, broad]
}

/** The most items that any width of a wall shows. */
export function maxItemsShown(wall: Pick<PublicWall['wall'], 'layout' | 'theme'>): number {
	return Math.max(...shownCapacity(wall))
}
