import type { Page } from '@playwright/test'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** Puts the owner's session into the browser's storage, as the app does after a sign-in. */
export async function signInPage(page: Page, url: string, { client }: TestSpace): Promise<void> {
	const { data } = await client.auth.getSession()
	await page.goto(`${url}/config.json`)
	const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
	await page.evaluate(([name, session]) => localStorage.setItem(name, session), [
		key,
		JSON.stringify(data.session),
	] as const)
}
