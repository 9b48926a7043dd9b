import { toast } from 'sonner'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Toaster } from './toaster.tsx'

const toasts = (state = '') => document.querySelectorAll(`[data-sonner-toast]${state}`)

test('at most three toasts show at once, 356 px wide, each for four seconds', async () => {
	await page.viewport(1280, 800)
	await render(<Toaster />)
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
	try {
		for (let count = 0; count < 5; count++) toast(`Message ${count}`)
		await vi.advanceTimersByTimeAsync(50)
		await vi.waitFor(() => expect(toasts()).toHaveLength(5))
		expect(toasts('[data-visible="true"]')).toHaveLength(3)
		expect(toasts()[0]?.getBoundingClientRect().width).toBe(356)
		await vi.advanceTimersByTimeAsync(3_800)
		expect(toasts('[data-removed="false"]')).toHaveLength(5)
		// The rest of the four seconds, and the exit animation.
		await vi.advanceTimersByTimeAsync(600)
		await vi.waitFor(() => expect(toasts()).toHaveLength(0))
	} finally {
		vi.useRealTimers()
	}
})
