import { describe, expect, it } from 'vitest'
import { laneBreaks } from './lane-breaks.ts'

const breaks = (...heights: number[]) => {
	const { two, three } = laneBreaks({ two: heights, three: heights })
	return { two: [...two], three: [...three] }
}

describe('laneBreaks', () => {
	it('equal items fill two and three lanes evenly', () => {
		expect(breaks(1, 1, 1, 1, 1, 1, 1, 1, 1)).toEqual({ two: [3], three: [3, 6] })
	})
	it('one tall item has a lane for itself where the others fill the rest', () => {
		expect(breaks(100, 900, 100, 100).three).toEqual([1, 2])
		expect(breaks(900, 100, 100, 100).two).toEqual([1])
	})
	it('no lane is empty', () => {
		expect(breaks(1, 1, 1, 1).three).toHaveLength(2)
		expect(breaks(1, 1, 1)).toEqual({ two: [2], three: [1, 2] })
	})
	it('one and two items have no third lane', () => {
		expect(breaks(1, 1)).toEqual({ two: [1], three: [] })
		expect(breaks(1)).toEqual({ two: [], three: [] })
		expect(breaks()).toEqual({ two: [], three: [] })
	})
})
