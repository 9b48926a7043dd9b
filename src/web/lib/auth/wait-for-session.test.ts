import type { Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForSession } from './wait-for-session.ts'

describe('waitForSession', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	it('waiting for a session ends as soon as one with a user exists', async () => {
		const session = { user: { id: 'u' } } as Session
		const look = vi.fn<() => Promise<Session | null>>().mockResolvedValueOnce(null).mockResolvedValue(session)
		const found = waitForSession(look)
		await vi.advanceTimersByTimeAsync(500)
		expect(await found).toBe(session)
		expect(look).toHaveBeenCalledTimes(2)
	})

	it('waiting for a session fails after 15 seconds and 31 checks with status 408', async () => {
		const look = vi.fn(async () => null)
		const failed = waitForSession(look).catch((error: unknown) => error)
		await vi.advanceTimersByTimeAsync(15_000)
		expect(await failed).toMatchObject({
			name: 'AuthTimeoutError',
			status: 408,
			message: 'Timed out waiting for user session.',
		})
		expect(look).toHaveBeenCalledTimes(31)
	})
})
