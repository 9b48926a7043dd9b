import { expect, type Page } from '@playwright/test'

/** Publishes what the editor of a form has changed, once it is saved. */
export async function publishForm(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('Published. Visitors see your changes.').last()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Publish changes' })).toBeHidden()
}

/** True when a request stores a draft of a form. */
export const storesFormDraft = (request: { url(): string; method(): string }): boolean =>
	request.url().includes('/form_drafts') && request.method() !== 'GET'
