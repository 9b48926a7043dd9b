import type { Page } from '@playwright/test'

/** Opens the code of the wall in the studio, unless it is open. */
export async function openCode(studio: Page): Promise<void> {
	const dialog = studio.getByRole('dialog', { name: /on your site$/ })
	if (!(await dialog.isVisible())) await studio.getByRole('button', { name: 'Put it on your site' }).click()
	await dialog.getByRole('radio', { name: 'One script' }).waitFor()
}

/** The code of one way, exactly as it is copied; its dialog stays open. */
export async function shownCode(studio: Page, way: string): Promise<string> {
	await openCode(studio)
	await studio.getByRole('radio', { name: way }).click()
	return (await studio.locator('.put-code pre').first().textContent()) ?? ''
}
