import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

test('a colour scheme that is chosen is kept, and the automatic one takes it back', async () => {
	localStorage.setItem('plaudit-theme', 'sepia')
	await render(
		<div className="themes" hidden>
			<button type="button" value="auto">
				Auto
			</button>
			<button type="button" value="dark">
				Dark
			</button>
		</div>,
	)
	const button = (name: string) => page.getByRole('button', { name })
	const root = document.documentElement
	await import('./landing-client.ts')
	await expect.element(button('Auto')).toHaveAttribute('aria-pressed', 'true')
	await button('Dark').click()
	expect(root.dataset.theme).toBe('dark')
	await expect.element(button('Dark')).toHaveAttribute('aria-pressed', 'true')
	await button('Auto').click()
	expect(root.dataset.theme).toBeUndefined()
	await expect.element(button('Dark')).toHaveAttribute('aria-pressed', 'false')
})
