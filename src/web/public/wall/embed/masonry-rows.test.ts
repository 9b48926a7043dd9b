import { describe, expect, it } from 'vitest'
import { longItems, plainItems } from '#web/public/wall/sample-items.ts'
import { assignMasonryRows } from './masonry-rows.ts'

const lengths = (...order: number[]) =>
	order.map((length, at) => ({
		...(plainItems[0] ?? never()),
		id: String(at),
		text: 'a'.repeat(length),
	}))
function never(): never {
	throw new Error('no sample')
}
const noPicture = () => false
const sum = (rows: readonly number[], ...places: number[]) =>
	places.reduce((height, place) => height + (rows[place - 1] ?? 0), 0)

describe('assignMasonryRows', () => {
	it.each([
		['short words', lengths(5, 9, 50, 10, 20, 30, 40, 5, 26)],
		['all lengths', lengths(5, 900, 50, 10, 2000, 700, 300, 5, 600)],
		['samples', plainItems.slice(0, 9)],
		['long samples', longItems.slice(0, 9)],
	])('masonry lanes end together for %s', (_, items) => {
		const rows = assignMasonryRows(items, noPicture)
		if (items.length < 9) return expect(rows).toHaveLength(items.length)
		expect(sum(rows, 1, 2, 3)).toBeLessThanOrEqual(36)
		for (const places of [
			[1, 3, 5],
			[2, 4, 6],
			[1, 4, 7],
			[2, 5, 8],
			[3, 6, 9],
		])
			expect(sum(rows, ...places), places.join()).toBe(39)
	})
	it('long texts get more masonry rows, and share those that short texts leave', () => {
		const rows = assignMasonryRows(lengths(26, 900, 50, 300, 20, 300, 300, 60, 600), noPicture)
		expect(rows[1]).toBeGreaterThan(rows[0] ?? 0)
		expect(rows[0]).toBeLessThan(rows[6] ?? 0)
		const short = assignMasonryRows(lengths(5, 9, 5, 10, 20, 30, 40, 5, 26), noPicture)
		expect(Math.max(...short) - Math.min(...short)).toBeLessThanOrEqual(4)
	})
	it('short texts are never cut in masonry', () => {
		const rows = assignMasonryRows(lengths(60, 900, 900, 900, 60, 900, 900, 900, 60), noPicture)
		for (const place of [0, 4, 8]) expect(rows[place]).toBeGreaterThanOrEqual(12)
	})
	it('a picture gets enough masonry rows', () => {
		const rows = assignMasonryRows(lengths(50, 50, 50, 50, 50, 50, 50, 50, 50), ({ id }) => id === '1')
		expect(rows[1]).toBeGreaterThanOrEqual(12)
	})
	it('fewer than nine items are laid out', () => {
		expect(assignMasonryRows(lengths(5, 900), noPicture)).toHaveLength(2)
		expect(assignMasonryRows([], noPicture)).toEqual([])
	})
})
