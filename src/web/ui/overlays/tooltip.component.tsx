import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tooltip } from './tooltip.tsx'

test('a tooltip opens after 700 ms of rest and closes by Escape', async () => {
	await render(
		<Tooltip text="Star (S)">
			<button type="button" aria-label="Star">
				*
			</button>
		</Tooltip>,
	)
	const tip = page.getByRole('tooltip')
	// The pointer may rest over the button since an earlier test: its event arrives with a frame, and would begin the delay again.
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	try {
		page
			.getByRole('button', { name: 'Star' })
			.element()
			.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
		await vi.advanceTimersByTimeAsync(690)
		expect(tip.query()).toBeNull()
		await vi.advanceTimersByTimeAsync(10)
	} finally {
		vi.useRealTimers()
	}
	await expect.element(tip).toMatchTextContent('Star')
	await userEvent.keyboard('{Escape}')
	await expect.element(tip).not.toBeInTheDocument()
})
