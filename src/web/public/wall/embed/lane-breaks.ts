/** At which items the second and third lane of a masonry begin, by the number of lanes. */
export type LaneBreaks = { two: ReadonlySet<number>; three: ReadonlySet<number> }

/** How many items two and three lanes hold. */
const held = { two: 6, three: 9 }

/**
 * Splits items into lanes in the owner's order, so that the tallest lane is as low as it can be and the others are
 * as even as they can be. No lane is empty; fewer than three items have no third lane.
 * @param heights of the items in px, by the number of lanes
 */
export function laneBreaks(heights: { two: readonly number[]; three: readonly number[] }): LaneBreaks {
	return {
		two: bestBreaks(heights.two.slice(0, held.two), 2),
		three: heights.three.length < 3 ? new Set() : bestBreaks(heights.three.slice(0, held.three), 3),
	}
}

function bestBreaks(heights: readonly number[], lanes: 2 | 3): ReadonlySet<number> {
	let best: number[] = []
	let lowest = Number.POSITIVE_INFINITY
	for (let second = 1; second < heights.length; second++)
		for (let third = lanes === 2 ? heights.length : second + 1; third < heights.length + (3 - lanes); third++) {
			// Squares: one tall lane costs more than several that are a little uneven. Among equals the first lanes are the taller.
			const cost =
				squaredSum(heights.slice(0, second)) +
				squaredSum(heights.slice(second, third)) +
				squaredSum(heights.slice(third))
			if (cost > lowest) continue
			lowest = cost
			best = lanes === 2 ? [second] : [second, third]
		}
	return new Set(best)
}

function squaredSum(heights: readonly number[]): number {
	const sum = heights.reduce((total, height) => total + height, 0)
	return sum * sum
}
