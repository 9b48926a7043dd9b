import type { Page } from '@playwright/test'
import { fetchAnonKey } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

type Person = Pick<TestSpace, 'email' | 'password'>

/** Signs an owner in through the form, and waits for the overview. For journeys about signing in. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
	await page.goto(`${url}/auth`)
	await page.getByLabel('E-mail').fill(person.email)
	await page.getByLabel('Password', { exact: true }).fill(person.password)
	await page.keyboard.press('Enter')
	await page.waitForURL('**/dashboard/overview')
}

/**
 * Opens a screen with a session in the browser's storage.
 * @param screen what follows `/dashboard/` in the URL
 */
export async function openSignedIn(page: Page, url: string, person: Person, screen = 'inbox'): Promise<void> {
	// Any response of the same origin gives access to its storage; this one loads nothing else.
	await page.goto(`${url}/config.json`)
	await storeSession(page, url, person)
	await page.goto(`${url}/dashboard/${screen}`)
	await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Stores a new, real session where the official client keeps it. */
export async function storeSession(page: Page, url: string, person: Person): Promise<void> {
	const { email, password } = person
	const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
		headers: { apikey: await fetchAnonKey(url) },
		data: { email, password },
	})
	if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
	const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
	await page.evaluate(([name, session]) => localStorage.setItem(name, session), [key, await answer.text()] as const)
}

/** Signs out by the menu, and waits for the sign-in form. */
export async function signOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.waitForURL('**/auth?*')
}
