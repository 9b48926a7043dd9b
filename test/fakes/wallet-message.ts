import { randomUUID } from 'node:crypto'

/** The site that wallet messages are signed for. */
export const walletSite = 'https://praise.example'
/** Settings that accept messages for the site, also from apps of other origins. */
export const walletSettings = {
	SITE_URL: walletSite,
	REDIRECT_ALLOW_LIST: 'https://app.example/** https://narrow.example/only http://localhost:3000/**',
}

/**
 * A valid message as a wallet shows it before signing (EIP-4361).
 * @param change fields to replace, including `domain`; undefined omits a field
 */
export function writeWalletMessage(address: string, change: Record<string, string | undefined> = {}): string {
	const { domain, ...fields } = {
		domain: 'praise.example',
		URI: `${walletSite}/auth`,
		Version: '1',
		Nonce: randomUUID(),
		'Issued At': new Date().toISOString(),
		...change,
	}
	return [
		`${domain} wants you to sign in with your Solana account:`,
		address,
		'',
		...Object.entries(fields).flatMap(([key, value]) => (value ? [`${key}: ${value}`] : [])),
	].join('\n')
}
