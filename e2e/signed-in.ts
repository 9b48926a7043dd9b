import type { Page } from '@playwright/test'
import { anonKeyOf } from '#test/client.ts'
import type { TestSpace } from '#test/space.ts'

type Person = Pick<TestSpace, 'email' | 'password'>

/** Signs an owner in as people do, and waits for the inbox. For journeys that are about signing in. */
export async function signIn(page: Page, url: string, person: Person): Promise<void> {
	await page.goto(`${url}/auth`)
	await page.getByLabel('E-mail').fill(person.email)
	await page.getByLabel('Password', { exact: true }).fill(person.password)
	await page.keyboard.press('Enter')
	await page.waitForURL('**/dashboard/inbox')
}

/**
 * Opens a screen for an owner whom this browser has signed in before.
 * @param screen what follows `/dashboard/` in the address
 */
export async function openSignedIn(
	page: Page,
	url: string,
	person: Person,
	screen = 'inbox',
): Promise<void> {
	// Any answer of the same origin reaches its storage; this one loads nothing else.
	await page.goto(`${url}/config.json`)
	await placeSession(page, url, person)
	await page.goto(`${url}/dashboard/${screen}`)
	await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Gives this browser a new session, a real one, where the official client keeps it. */
export async function placeSession(page: Page, url: string, person: Person): Promise<void> {
	const { email, password } = person
	const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
		headers: { apikey: await anonKeyOf(url) },
		data: { email, password },
	})
	if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
	const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
	await page.evaluate(([name, session]) => localStorage.setItem(name, session), [
		key,
		await answer.text(),
	] as const)
}

/** Signs out by the menu, and waits for the form to sign in. */
export async function signOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Sign out' }).click()
	await page.waitForURL('**/auth?*')
}
