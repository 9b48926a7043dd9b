import { expect, it } from 'vitest'
import { createRowHeights, drawnIndexes, movedRange } from './row-window.ts'

const ids = Array.from({ length: 1000 }, (_, index) => `row-${index}`)

it('a window of a thousand rows draws those on the screen, in steps of eight', () => {
	const heights = createRowHeights()
	for (const id of ids.slice(0, 20)) heights.set(id, 100)
	const range = heights.range(ids, 5000, 6000)
	expect(range).toEqual({ from: 48, to: 64 })
	expect(heights.range(ids, -900, 500)).toEqual({ from: 0, to: 8 })
	expect(heights.range(ids, 99_000, 101_000)).toEqual({ from: 984, to: 1000 })
})

it('rows that were not drawn yet count with the average of the others', () => {
	const heights = createRowHeights()
	heights.set('row-0', 80)
	heights.set('row-1', 120)
	expect(heights.between(ids, 0, 10)).toBe(1000)
	heights.set('row-1', 100)
	expect(heights.between(ids, 0, 2)).toBe(180)
})

it('a range beyond a list that became shorter still draws its last rows', () => {
	const heights = createRowHeights()
	expect(heights.range(ids.slice(0, 3), 50_000, 51_000)).toEqual({ from: 0, to: 3 })
	expect(drawnIndexes({ from: 900, to: 950 }, 3, [])).toEqual([])
})

it('the row with the focus and the open one are drawn wherever they are, and once', () => {
	expect(drawnIndexes({ from: 8, to: 11 }, 100, [2, 9, 2, -1, 99, 100])).toEqual([2, 8, 9, 10, 99])
})

it('a range keeps its rows when a page is let go or loaded before them', () => {
	expect(movedRange({ from: 60, to: 80 }, ids, ids.slice(50))).toEqual({ from: 10, to: 30 })
	expect(movedRange({ from: 10, to: 30 }, ids.slice(50), ids)).toEqual({ from: 60, to: 80 })
	expect(movedRange({ from: 10, to: 30 }, ids, ids.toSpliced(10, 1))).toEqual({ from: 9, to: 29 })
	expect(movedRange({ from: 10, to: 30 }, ids, ['other'])).toEqual({ from: 10, to: 30 })
})
