import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSendTimes } from './send-times.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** What a wait was asked to last, without waiting for it. */
const waited = vi.hoisted(() => [] as unknown[])
vi.mock('node:timers/promises', () => ({
	setTimeout: async (milliseconds: unknown) => void waited.push(milliseconds),
}))

it('takes as long as one of the last messages, whether it was taken or not', async () => {
	const times = createSendTimes()
	await times.takeAsLong()
	expect(waited.splice(0)).toEqual([400])
	await times.measure(async () => vi.advanceTimersByTime(250))
	const refused = times.measure(async () => {
		vi.advanceTimersByTime(900)
		throw new Error('not taken')
	})
	await expect(refused).rejects.toThrow('not taken')
	for (let i = 0; i < 100; i++) await times.takeAsLong()
	expect(new Set(waited.splice(0))).toEqual(new Set([250, 900]))
	for (let i = 0; i < 64; i++) await times.measure(async () => vi.advanceTimersByTime(40))
	for (let i = 0; i < 100; i++) await times.takeAsLong()
	expect(new Set(waited)).toEqual(new Set([40]))
})
