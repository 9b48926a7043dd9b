import type { Page } from '@playwright/test'
import type { TestSpace } from '#test/space.ts'

/** Signs an owner in as people do, and waits for the inbox. */
export async function signIn(page: Page, url: string, space: TestSpace): Promise<void> {
	await page.goto(`${url}/auth`)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await page.waitForURL('**/dashboard/inbox')
}
