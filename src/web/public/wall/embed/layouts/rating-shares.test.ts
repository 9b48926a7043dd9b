import { describe, expect, it } from 'vitest'
import { ratingShares } from './rating-shares.ts'

describe('the distribution of ratings', () => {
	it('all five lines are there, from five stars to one, with exact counts', () => {
		expect(ratingShares([1, 0, 1, 5, 27])).toEqual([
			{ stars: 5, count: 27, percent: 79 },
			{ stars: 4, count: 5, percent: 15 },
			{ stars: 3, count: 1, percent: 3 },
			{ stars: 2, count: 0, percent: 0 },
			{ stars: 1, count: 1, percent: 3 },
		])
	})

	it('one bad rating among a thousand is seen, and none is nothing', () => {
		const shares = ratingShares([1, 0, 0, 0, 1000])
		expect(shares[4]).toEqual({ stars: 1, count: 1, percent: 2 })
		expect(shares[3]?.percent).toBe(0)
	})

	it('without ratings every line is empty', () => {
		expect(ratingShares([0, 0, 0, 0, 0]).map(({ percent }) => percent)).toEqual([0, 0, 0, 0, 0])
	})
})
