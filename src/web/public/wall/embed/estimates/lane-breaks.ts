/** At which items the lanes after the first begin, by the number of lanes. */
export type LaneBreaks = Record<2 | 3 | 4, ReadonlySet<number>>

/** The number of items that two lanes hold; more lanes hold all. */
const heldByTwo = 6

/**
 * Splits items into lanes in the owner's order, so that the tallest lane is as low as it can be and the others are
 * as even as they can be. No lane is empty; fewer items than lanes have no such lanes.
 * @param heights of the items in px, by the number of lanes; empty where there are never so many
 */
export function laneBreaks(heights: Record<2 | 3 | 4, readonly number[]>): LaneBreaks {
	return {
		2: bestBreaks(heights[2].slice(0, heldByTwo), 2),
		3: bestBreaks(heights[3], 3),
		4: bestBreaks(heights[4], 4),
	}
}

function bestBreaks(heights: readonly number[], lanes: number): ReadonlySet<number> {
	return new Set(heights.length < lanes ? [] : bestSplit(heights, 0, lanes).starts)
}

type Split = { cost: number; starts: number[] }

/** The best lanes of the items from one on. */
function bestSplit(heights: readonly number[], from: number, lanes: number): Split {
	if (lanes === 1) return { cost: squaredSum(heights.slice(from)), starts: [] }
	let best: Split = { cost: Number.POSITIVE_INFINITY, starts: [] }
	for (let start = from + 1; start <= heights.length - lanes + 1; start++) {
		const rest = bestSplit(heights, start, lanes - 1)
		// Squares: one tall lane costs more than several that are a little uneven. Among equals the first lanes are the taller.
		const cost = squaredSum(heights.slice(from, start)) + rest.cost
		if (cost <= best.cost) best = { cost, starts: [start, ...rest.starts] }
	}
	return best
}

function squaredSum(heights: readonly number[]): number {
	const sum = heights.reduce((total, height) => total + height, 0)
	return sum * sum
}
