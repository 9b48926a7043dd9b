import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Plugs a key into the page's browser. It is touched at once, keeps passkeys, and recognises its owner.
 * @param transport `internal` for the device's own, `usb` for one to carry along
 */
export async function plugIn(page: Page, transport: 'internal' | 'usb'): Promise<void> {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport,
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
}

/** Where the account lists the ways to sign in. */
export const waysToSignIn = (page: Page) => page.getByRole('region', { name: 'Ways to sign in' })

/** On the account's page: adds a passkey of this name, which the key that is plugged in keeps. */
export async function addPasskey(page: Page, name: string): Promise<void> {
	const ways = waysToSignIn(page)
	await ways.getByRole('button', { name: 'Add a passkey' }).click()
	await ways.getByLabel('A name for the passkey').fill(name)
	await ways.getByRole('button', { name: 'Continue in the browser’s window' }).click()
	await expect(ways.getByText(name)).toBeVisible()
}

/** On the account's page: removes the passkey of this name. The key goes on keeping it. */
export async function removePasskey(page: Page, name: string): Promise<void> {
	const ways = waysToSignIn(page)
	await ways.getByRole('listitem').filter({ hasText: name }).getByRole('button').click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	await expect(ways.getByText(name)).toBeHidden()
}
