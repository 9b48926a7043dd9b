import type { Page } from '@playwright/test'

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
