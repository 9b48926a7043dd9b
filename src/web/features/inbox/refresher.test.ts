import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

describe('the refresher', () => {
	beforeEach(() => {
		vi.useFakeTimers()
	})
	afterEach(() => {
		vi.useRealTimers()
	})

	it('reads what changed together, once each', () => {
		const read = vi.fn()
		const refresher = createRefresher(read)
		refresher.add(['a', 'b'])
		refresher.add(['b', 'c'])
		vi.runAllTimers()
		expect(read.mock.calls).toEqual([[['a', 'b', 'c']]])
	})

	it('holds back an id while our own change is on its way', () => {
		const read = vi.fn()
		const refresher = createRefresher(read)
		refresher.hold(['a'])
		refresher.hold(['a'])
		refresher.add(['a', 'b'])
		vi.runAllTimers()
		expect(read.mock.calls).toEqual([[['b']]])
		refresher.release(['a'])
		vi.runAllTimers()
		expect(read).toHaveBeenCalledTimes(1)
		refresher.release(['a'])
		vi.runAllTimers()
		expect(read.mock.calls[1]).toEqual([['a']])
	})

	it('says which answers may miss a change of our own: begun before it was held, or while it was', async () => {
		const refresher = createRefresher(vi.fn())
		const late = Promise.withResolvers<string>()
		refresher.hold(['before'])
		const reading = refresher.reading(() => late.promise)
		refresher.release(['before'])
		refresher.hold(['during'])
		refresher.release(['during'])
		late.resolve('rows')
		expect(await reading).toEqual({ answer: 'rows', doubtful: new Set(['before', 'during']) })
		const after = await refresher.reading(async () => 'more')
		expect(after.doubtful.size).toBe(0)
	})

	it('splits a flood', () => {
		const read = vi.fn()
		const refresher = createRefresher(read, 40, 2)
		refresher.add(['a', 'b', 'c', 'd', 'e'])
		vi.runAllTimers()
		expect(read.mock.calls).toEqual([[['a', 'b']], [['c', 'd']], [['e']]])
	})

	it('reads nothing after it was stopped', () => {
		const read = vi.fn()
		const refresher = createRefresher(read)
		refresher.add(['a'])
		refresher.stop()
		vi.runAllTimers()
		expect(read).not.toHaveBeenCalled()
	})
})
