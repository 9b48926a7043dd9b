import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

describe('refresher', () => {
	beforeEach(() => {
		vi.useFakeTimers()
	})
	afterEach(() => {
		vi.useRealTimers()
	})

	it('ids that change together are fetched once each', () => {
		const read = vi.fn()
		const refresher = createRefresher(read)
		refresher.add(['a', 'b'])
		refresher.add(['b', 'c'])
		vi.runAllTimers()
		expect(read.mock.calls).toEqual([[['a', 'b', 'c']]])
	})

	it('an id is held back while a local change is in flight', () => {
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

	it('responses that may miss a local change are reported: begun before or during it', async () => {
		const refresher = createRefresher(vi.fn())
		const late = Promise.withResolvers<string>()
		refresher.hold(['before'])
		const reading = refresher.loadTracked(() => late.promise)
		refresher.release(['before'])
		refresher.hold(['during'])
		refresher.release(['during'])
		late.resolve('rows')
		expect(await reading).toEqual({ answer: 'rows', doubtful: new Set(['before', 'during']) })
		const after = await refresher.loadTracked(async () => 'more')
		expect(after.doubtful.size).toBe(0)
	})

	it('responses on their way are reported for rows that were shown newer meanwhile, and later ones are not', async () => {
		const refresher = createRefresher(vi.fn())
		const late = Promise.withResolvers<string>()
		const reading = refresher.loadTracked(() => late.promise)
		refresher.supersede(['a'])
		late.resolve('rows')
		expect((await reading).doubtful).toEqual(new Set(['a']))
		expect((await refresher.loadTracked(async () => 'more')).doubtful.size).toBe(0)
	})

	it('a large number of ids is fetched in several requests', () => {
		const read = vi.fn()
		const refresher = createRefresher(read, 40, 2)
		refresher.add(['a', 'b', 'c', 'd', 'e'])
		vi.runAllTimers()
		expect(read.mock.calls).toEqual([[['a', 'b']], [['c', 'd']], [['e']]])
	})

	it('nothing is fetched after stop', () => {
		const read = vi.fn()
		const refresher = createRefresher(read)
		refresher.add(['a'])
		refresher.stop()
		vi.runAllTimers()
		expect(read).not.toHaveBeenCalled()
	})
})
