import type { Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitForSession } from './wait-for-session.ts'

describe('waiting for the session after Google', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	it('ends as soon as a session with a user is there', async () => {
		const session = { user: { id: 'u' } } as Session
		const look = vi
			.fn<() => Promise<Session | null>>()
			.mockResolvedValueOnce(null)
			.mockResolvedValue(session)
		const found = waitForSession(look)
		await vi.advanceTimersByTimeAsync(500)
		expect(await found).toBe(session)
		expect(look).toHaveBeenCalledTimes(2)
	})

	it('gives up after 15 seconds and 31 looks with status 408', async () => {
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
