import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTimingEqualizer, type TimingEqualizer } from './timing-equalizer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Milliseconds, longer than any wait here. To run all timers would also run those that other files of this process left. */
const longest = 1000

/** Computes the length of each of `count` waits, without waiting for them. */
async function waits({ simulate }: TimingEqualizer, count: number): Promise<number[]> {
	const started = performance.now()
	const ended = Array.from({ length: count }, () => simulate().then(() => performance.now() - started))
	await vi.advanceTimersByTimeAsync(longest)
	return Promise.all(ended)
}

it('a simulated call takes as long as one of the last 64 calls, failed ones included', async () => {
	const times = createTimingEqualizer(400, () => false)
	expect(await waits(times, 1)).toEqual([400])
	await times.observe(async () => vi.advanceTimersByTime(250))
	const refused = times.observe(async () => {
		vi.advanceTimersByTime(900)
		throw new Error('not taken')
	})
	await expect(refused).rejects.toThrow('not taken')
	expect(new Set(await waits(times, 100))).toEqual(new Set([250, 900]))
	for (let i = 0; i < 64; i++) await times.observe(async () => vi.advanceTimersByTime(40))
	expect(new Set(await waits(times, 100))).toEqual(new Set([40]))
})

it('a simulated call fails while the last call met an outage', async () => {
	const outage = new Error('down')
	const equalizer = createTimingEqualizer(0, (error) => error === outage)
	const fail = (error: Error) => equalizer.observe(() => Promise.reject(error)).catch(() => {})
	await fail(new Error('unknown recipient'))
	expect(await waits(equalizer, 1)).toEqual([0])
	await fail(outage)
	const failing = expect(equalizer.simulate()).rejects.toBe(outage)
	await vi.advanceTimersByTimeAsync(longest)
	await failing
	await equalizer.observe(async () => undefined)
	expect(await waits(equalizer, 1)).toEqual([0])
})
