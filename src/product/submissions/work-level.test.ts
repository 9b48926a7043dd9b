import { expect, test } from 'vitest'
import { allowance, isEnough, workLevel, workOf } from './work-level.ts'

test('the level rises with each doubling of the budget, and its work doubles', () => {
	expect([0, 599, 600, 1199, 1200, 2400, 4800, 1e6].map((used) => workLevel(used, 600))).toEqual([
		0, 0, 1, 1, 2, 3, 4, 4,
	])
	expect([0, 1, 2, 3, 4].map((level) => allowance(level, 30))).toEqual([30, 60, 120, 240, 300])
	expect(workOf(4).minCounter).toBe(8 * workOf(1).minCounter)
	expect([isEnough(0, 0), isEnough(0, 1), isEnough(1, 2), isEnough(1, 3)]).toEqual([true, false, true, false])
})
