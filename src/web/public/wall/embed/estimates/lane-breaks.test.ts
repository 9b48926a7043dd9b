import { describe, expect, it } from 'vitest'
import { laneBreaks } from './lane-breaks.ts'

const breaks = (...heights: number[]) => {
	const found = laneBreaks({ 2: heights, 3: heights, 4: heights })
	return { two: [...found[2]], three: [...found[3]], four: [...found[4]] }
}

describe('laneBreaks', () => {
	it('equal items fill two, three and four lanes evenly', () => {
		expect(breaks(1, 1, 1, 1, 1, 1, 1, 1, 1)).toMatchObject({ two: [3], three: [3, 6] })
		expect(breaks(...Array.from({ length: 12 }, () => 1)).four).toEqual([3, 6, 9])
	})
	it('one tall item has a lane for itself where the others fill the rest', () => {
		expect(breaks(100, 900, 100, 100).three).toEqual([1, 2])
		expect(breaks(900, 100, 100, 100).two).toEqual([1])
		expect(breaks(100, 100, 900, 100, 100, 100).four).toEqual([2, 3, 5])
	})
	it('no lane is empty', () => {
		expect(breaks(1, 1, 1, 1)).toMatchObject({ three: [2, 3], four: [1, 2, 3] })
		expect(breaks(1, 1, 1)).toEqual({ two: [2], three: [1, 2], four: [] })
	})
	it('fewer items than lanes have no such lanes', () => {
		expect(breaks(1, 1)).toEqual({ two: [1], three: [], four: [] })
		expect(breaks(1)).toEqual({ two: [], three: [], four: [] })
		expect(breaks()).toEqual({ two: [], three: [], four: [] })
	})
})
