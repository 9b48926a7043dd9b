import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSendTimes, type SendTimes } from './send-times.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** How long each of `count` waits lasts, without waiting for them. */
async function waits({ takeAsLong }: SendTimes, count: number): Promise<number[]> {
	const started = performance.now()
	const ended = Array.from({ length: count }, () =>
		takeAsLong().then(() => performance.now() - started),
	)
	await vi.runAllTimersAsync()
	return Promise.all(ended)
}

it('takes as long as one of the last messages, whether it was taken or not', async () => {
	const times = createSendTimes()
	expect(await waits(times, 1)).toEqual([400])
	await times.measure(async () => vi.advanceTimersByTime(250))
	const refused = times.measure(async () => {
		vi.advanceTimersByTime(900)
		throw new Error('not taken')
	})
	await expect(refused).rejects.toThrow('not taken')
	expect(new Set(await waits(times, 100))).toEqual(new Set([250, 900]))
	for (let i = 0; i < 64; i++) await times.measure(async () => vi.advanceTimersByTime(40))
	expect(new Set(await waits(times, 100))).toEqual(new Set([40]))
})
