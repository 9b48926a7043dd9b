import { describe, expect, it } from 'vitest'
import { rowsInView } from './rows-in-view.ts'

const ids = Array.from({ length: 2000 }, (_, at) => `id${at}`)
const places = (scrolled: number, ...keep: string[]) =>
	rowsInView(ids, { scrolled, rowHeight: 50, keep }).map(({ place }) => place)

describe('rows in view', () => {
	it('are those at the top and some below', () => {
		expect(places(0)).toEqual(Array.from({ length: 16 }, (_, at) => at))
	})

	it('surround the place that is scrolled to', () => {
		const shown = places(50_000)
		expect(shown[0]).toBe(992)
		expect(shown.at(-1)).toBe(1015)
	})

	it('end with the list, however far it is scrolled', () => {
		expect(places(1e9).at(-1)).toBe(1999)
		expect(places(-100)[0]).toBe(0)
	})

	it('include the kept ones in their places', () => {
		expect(places(50_000, 'id3')[0]).toBe(3)
		expect(places(50_000, 'id1999', 'id3').at(-1)).toBe(1999)
		expect(places(50_000, 'id1999', 'id3')[0]).toBe(3)
		expect(places(50_000, 'id1000')).toEqual(places(50_000))
		expect(places(50_000, 'gone')).toEqual(places(50_000))
	})

	it('are all of a short list', () => {
		expect(rowsInView(['a', 'b'], { scrolled: 0, rowHeight: 50, keep: ['b', null] })).toEqual([
			{ id: 'a', place: 0 },
			{ id: 'b', place: 1 },
		])
	})
})
