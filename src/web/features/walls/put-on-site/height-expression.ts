import { type HeightSteps, heightSteps } from '#shared/wall/wall-layouts.ts'

/** Words break at widths between those of two steps, so that a wall may be some px higher than the line through both. */
const lineBreaks = 6

/** Neighbouring steps whose heights one line covers: px at their first and at their last width. */
type Run = { from: number; firstWidth: number; lastWidth: number; start: number; end: number }

/** The most px that a line may leave above an estimate. On phones the estimates themselves leave more. */
const mostAbove = (from: number) => (from < 560 ? 24 : 56)

/** The line through two steps that neither rises nor passes below a step between them; undefined where it leaves too much room. */
function lineOver(heights: HeightSteps, first: number, last: number): Run | undefined {
	const steps = heightSteps.slice(first, last + 1).map(({ width }, at) => ({ width, height: heights[first + at] ?? 0 }))
	const [begin, finish] = [steps[0], steps.at(-1)]
	if (!begin || !finish) return undefined
	const most = Math.max(...steps.map(({ height }) => height))
	const { from } = heightSteps[first] ?? { from: 0 }
	const isNear = (heightAt: (width: number) => number) =>
		steps.every(({ width, height }) => heightAt(width) - height <= mostAbove(from))
	const run = { from, firstWidth: begin.width, lastWidth: finish.width }
	if (isNear(() => most)) return { ...run, start: most, end: most }
	const fall = (begin.height - finish.height) / (finish.width - begin.width)
	if (!(fall > 0)) return undefined
	const onLine = (width: number) => begin.height - fall * (width - begin.width)
	const lift = lineBreaks + Math.max(...steps.map(({ width, height }) => height - onLine(width)))
	if (!isNear((width) => onLine(width) + lift)) return undefined
	return { ...run, start: Math.ceil(begin.height + lift), end: Math.ceil(finish.height + lift) }
}

function runsOver(heights: HeightSteps): Run[] {
	const runs: Run[] = []
	for (let first = 0; first < heights.length; ) {
		let last = heights.length - 1
		let run = lineOver(heights, first, last)
		while (!run) run = lineOver(heights, first, --last)
		runs.push(run)
		first = last + 1
	}
	return runs
}

/**
 * A CSS length: at least these heights at every width of the container, without a media rule, so that it fits in an attribute. A fall is
 * a line that `clamp` cuts at both ends; a step is a line so steep that it has no width.
 */
export function heightExpression(heights: HeightSteps): string {
	let sum = ''
	let before = 0
	for (const { from, firstWidth, lastWidth, start, end } of runsOver(heights)) {
		const by = start - before
		// Ten thousand times the width, less that of 0.1 px before the step.
		if (!sum) sum = `${start}px`
		else if (by) sum += ` ${by > 0 ? '+' : '-'} clamp(0px,1e6cqw - ${from * 10 - 1}e3px,${Math.abs(by)}px)`
		if (end < start) {
			const percent = Math.floor((100 * (start - end)) / (lastWidth - firstWidth))
			sum += ` - clamp(0px,${percent}cqw - ${Math.ceil((percent * firstWidth) / 100)}px,${start - end}px)`
		}
		before = end
	}
	return sum.includes(' ') ? `calc(${sum})` : sum
}
