/** One line of a distribution: how many gave that many stars, and its part of all ratings in percent. */
export type RatingShare = { stars: number; count: number; percent: number }

/**
 * The distribution of ratings from five stars to one. Each of the five is there, and one that anybody gave is never too short to be
 * seen.
 * @param spread counts of 1 to 5 stars
 */
export function ratingShares(spread: readonly number[]): RatingShare[] {
	const rated = spread.reduce((sum, count) => sum + count, 0)
	return [5, 4, 3, 2, 1].map((stars) => {
		const count = spread[stars - 1] ?? 0
		return { stars, count, percent: count === 0 ? 0 : Math.max(2, Math.round((count / rated) * 100)) }
	})
}
