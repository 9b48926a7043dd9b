import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Adds a virtual authenticator to the browser. It responds at once, stores passkeys, and verifies its user.
 * @param transport `internal` for the device's own, `usb` for a portable one
 */
export async function addVirtualAuthenticator(page: Page, transport: 'internal' | 'usb'): Promise<void> {
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

/** The account's list of sign-in methods. */
export const identitiesRegion = (page: Page) => page.getByRole('region', { name: 'Ways to sign in' })

/** On the account page: adds a passkey of this name, stored in the virtual authenticator. */
export async function addPasskey(page: Page, name: string): Promise<void> {
	const ways = identitiesRegion(page)
	await ways.getByRole('button', { name: 'Add a passkey' }).click()
	await ways.getByLabel('A name for the passkey').fill(name)
	await ways.getByRole('button', { name: 'Continue in the browser’s window' }).click()
	await expect(ways.getByText(name)).toBeVisible()
}

/** On the account page: removes the passkey of this name. The authenticator keeps it. */
export async function removePasskey(page: Page, name: string): Promise<void> {
	const ways = identitiesRegion(page)
	await ways.getByRole('listitem').filter({ hasText: name }).getByRole('button').click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	await expect(ways.getByText(name)).toBeHidden()
}
