import { expect, it } from 'vitest'
import { wallLayouts } from '#shared/wall/wall.ts'
import { type HeightSteps, heightSteps, usualHeights } from '#shared/wall/wall-layouts.ts'
import { heightExpression } from './height-expression.ts'

/** The height in px that a browser computes at a width of the container. */
function heightAt(expression: string, width: number): number {
	const [first = '', ...terms] = expression.replace(/^calc\((.*)\)$/, '$1').split(/ (?=[-+] clamp)/)
	return terms.reduce(
		(sum, term) => {
			const [, sign, each, less, most] = /^([-+]) clamp\(0px,(\S+)cqw - (\S+)px,(\d+)px\)$/.exec(term) ?? []
			const line = (Number(each) * width) / 100 - Number(less)
			return sum + (sign === '+' ? 1 : -1) * Math.min(Math.max(0, line), Number(most))
		},
		Number.parseInt(first, 10),
	)
}

/** Estimates of walls of ordinary and of long words. */
const estimates: [name: string, heights: HeightSteps][] = [
	['masonry', [783, 755, 727, 640, 927, 853, 914, 886, 824]],
	['masonry of long words', [992, 928, 928, 854, 1153, 1013, 1153, 1133, 1077]],
	['grid', [786, 786, 740, 632, 912, 824, 636, 618, 576]],
	['grid of long words', [948, 894, 840, 798, 1024, 934, 726, 708, 654]],
	['list', [744, 744, 726, 636, 744, 711, 711, 696, 696]],
	['carousel of long words', [524, 524, 470, 434, 554, 446, 410, 410, 464]],
	['single', [378, 378, 322, 284, 318, 272, 384, 316, 316]],
	['avatars', [96, 96, 96, 96, 74, 48, 48, 48, 48]],
	['feature of long words', [510, 510, 510, 477, 446, 550, 460, 460, 460]],
]
const cases = [
	...estimates,
	...wallLayouts.map((layout): [string, HeightSteps] => [`${layout} without words`, usualHeights(layout)]),
]
const rough: HeightSteps = [300, 900, 200, 700, 100, 999, 60, 61, 950]

it.each([...cases, ['heights without an order', rough] as [string, HeightSteps]])(
	'the code of %s reserves each estimate, and little more',
	(_, heights) => {
		const expression = heightExpression(heights)
		heightSteps.forEach(({ from, width }, at) => {
			const wanted = heights[at] ?? 0
			const got = [from, width].map((one) => heightAt(expression, one))
			expect(Math.min(...got)).toBeGreaterThanOrEqual(wanted)
			expect(heightAt(expression, width)).toBeLessThanOrEqual(wanted + (from < 560 ? 32 : 64))
		})
	},
)

it('the code of walls with ordinary words has at most 220 characters for its height, and layouts of one height one number', () => {
	for (const [name, heights] of cases) expect(heightExpression(heights).length, name).toBeLessThanOrEqual(220)
	for (const layout of ['badge', 'ticker'] as const) expect(heightExpression(usualHeights(layout))).toMatch(/^\d+px$/)
	expect(heightExpression(usualHeights('marquee'))).toBe('328px')
})
