import type { Page } from '@playwright/test'
import { fetchAnonKey } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

type Person = Pick<TestSpace, 'email' | 'password'> & Partial<Pick<TestSpace, 'session'>>

/** An owner without the session of the sign-up, for journeys that list or end sessions: the page gets one of its own. */
export const byPassword = ({ email, password }: TestSpace): Person => ({ email, password })

/** Signs an owner in through the form, and waits for the overview. For journeys about signing in. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
	await page.goto(`${url}/auth`)
	await page.getByLabel('E-mail').fill(person.email)
	await page.getByLabel('Password', { exact: true }).fill(person.password)
	await page.keyboard.press('Enter')
	await page.waitForURL('**/dashboard/overview')
}

/**
 * Opens a screen with a session in the browser's storage: the person's, or a new one.
 * @param screen what follows `/dashboard/` in the URL
 */
export async function openSignedIn(page: Page, url: string, person: Person, screen = 'inbox'): Promise<void> {
	// Any response of the same origin gives access to its storage; this one loads nothing else.
	await page.goto(`${url}/config.json`)
	await storeSession(page, url, person)
	await page.goto(`${url}/dashboard/${screen}`)
	// A dialog that the address opens hides the heading from roles.
	await page.locator('h1').first().waitFor()
}

/** Stores a session where the official client keeps it. Signing in again would cost a password hash. */
export async function storeSession(page: Page, url: string, person: Person): Promise<void> {
	const session = person.session ?? (await signInByPassword(page, url, person))
	const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
	const item = [key, JSON.stringify(session)] as const
	await page.evaluate(([name, value]) => localStorage.setItem(name, value), item)
}

async function signInByPassword(page: Page, url: string, { email, password }: Person): Promise<unknown> {
	const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
		headers: { apikey: await fetchAnonKey(url) },
		data: { email, password },
	})
	if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
	return answer.json()
}

/** Signs out by the menu, and waits for the sign-in form. */
export async function signOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.waitForURL('**/auth?*')
}
