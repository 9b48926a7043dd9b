import { expect, it } from 'vitest'
import { createSharedRoom } from './shared-room.ts'

it('gives one network a quarter, and all together the whole', () => {
	const enter = createSharedRoom(100)
	const [first, second] = [enter('a'), enter('a')]
	expect([first.take(20), second.take(5), second.take(1)]).toEqual([true, true, false])
	const others = ['b', 'c', 'd'].map((network) => enter(network).take(25))
	expect(others).toEqual([true, true, true])
	expect(enter('e').take(1)).toBe(false)
})

it('has room again for what was given back, once', () => {
	const enter = createSharedRoom(100)
	const [first, second] = [enter('a'), enter('a')]
	first.take(20)
	second.take(5)
	first.leave()
	first.leave()
	expect([second.take(21), second.take(20)]).toEqual([false, true])
})
