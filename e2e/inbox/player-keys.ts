import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import { opened, type Steps } from './list-keys.ts'

/** The keys of a recording with captions that is open in the inbox. */
export function keysOfPlayer(page: Page): Steps {
	const press = (key: string) => page.keyboard.press(key)
	const button = (name: string) => page.getByRole('button', { name, exact: true })
	const video = page.locator('.recording-view video')
	const time = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
	const speed = page.getByRole('combobox', { name: 'Speed' })
	return [
		[
			'Play, pause',
			async () => {
				await press('Space')
				await expect(button('Pause')).toBeVisible()
				await press('Space')
				await expect(button('Play')).toBeVisible()
			},
		],
		[
			'Back, on by 5 seconds',
			async () => {
				await page.getByRole('slider', { name: 'Position' }).fill('2')
				await opened(page).click()
				await press('ArrowRight')
				await expect.poll(time).toBeCloseTo(7, 1)
				await press('ArrowLeft')
				await expect.poll(time).toBeCloseTo(2, 1)
			},
		],
		[
			'Slower, faster',
			async () => {
				await press('Shift+<')
				await expect(speed).toHaveValue('0.75')
				await press('Shift+>')
				await expect(speed).toHaveValue('1')
			},
		],
		[
			'Full screen',
			async () => {
				await press('f')
				await expect(button('Leave full screen')).toBeVisible()
				await press('f')
				await expect(button('Full screen')).toBeVisible()
			},
		],
		[
			'Mute',
			async () => {
				await press('m')
				await expect(button('Turn the sound on')).toBeVisible()
				await press('m')
				await expect(button('Mute')).toBeVisible()
			},
		],
		[
			'Captions',
			async () => {
				const captions = button('Captions')
				const before = await captions.getAttribute('aria-pressed')
				await press('c')
				await expect(captions).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
			},
		],
	]
}
