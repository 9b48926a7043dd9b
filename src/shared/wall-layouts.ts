import type { WallLayout } from './wall.ts'

/** How many items a layout shows when its container is below 560 px, from 560 px and from 880 px. */
export const capacity: Record<WallLayout, readonly [number, number, number]> = {
	masonry: [3, 6, 9],
	grid: [3, 6, 6],
	list: [3, 4, 4],
	carousel: [12, 12, 12],
	marquee: [10, 10, 10],
	single: [1, 1, 1],
	badge: [0, 0, 0],
	avatars: [6, 9, 9],
}

/**
 * Heights of an embed in px for the same container widths. Its style sheet sets them and pasted code reserves them before it
 * loads. They do not depend on the content, so that nothing shifts.
 */
export const heights: Record<WallLayout, readonly [number, number, number]> = {
	masonry: [770, 830, 830],
	grid: [836, 836, 568],
	list: [744, 640, 640],
	carousel: [412, 368, 368],
	marquee: [328, 304, 304],
	single: [420, 348, 360],
	badge: [72, 72, 72],
	avatars: [108, 60, 60],
}

/** The heights that pasted code reserves, as its address names them: `836-836-568`. */
export function reservedHeights(layout: WallLayout): string {
	return heights[layout].join('-')
}

/** Container widths in px from which the second and the third height apply. */
export const breakpoints = [560, 880] as const

/** The most items that any width of a layout shows. */
export function maxItemsShown(layout: WallLayout): number {
	return Math.max(...capacity[layout])
}
