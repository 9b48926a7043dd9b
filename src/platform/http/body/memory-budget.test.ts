import { expect, it } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

it('one network gets a quarter of the memory budget, and all together the whole', () => {
	const enter = createMemoryBudget(100)
	const [first, second] = [enter('a'), enter('a')]
	expect([first.reserve(20), second.reserve(5), second.reserve(1)]).toEqual([true, true, false])
	const others = ['b', 'c', 'd'].map((network) => enter(network).reserve(25))
	expect(others).toEqual([true, true, true])
	expect(enter('e').reserve(1)).toBe(false)
})

it('released bytes return to the memory budget once', () => {
	const enter = createMemoryBudget(100)
	const [first, second] = [enter('a'), enter('a')]
	first.reserve(20)
	second.reserve(5)
	first.release()
	first.release()
	expect([second.reserve(21), second.reserve(20)]).toEqual([false, true])
})
