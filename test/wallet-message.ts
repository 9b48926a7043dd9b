import { randomUUID } from 'node:crypto'

/** Where the messages of wallets are signed. */
export const walletSite = 'https://praise.example'
/** Settings under which a site takes them, also from apps elsewhere. */
export const walletSettings = {
	SITE_URL: walletSite,
	REDIRECT_ALLOW_LIST:
		'https://app.example/** https://narrow.example/only http://localhost:3000/**',
}

/**
 * A message as a wallet shows it before it signs (EIP-4361), good as it stands.
 * @param change fields that shall be otherwise, `domain` among them; an undefined one is left out
 */
export function writeWalletMessage(
	chain: 'Ethereum' | 'Solana',
	address: string,
	change: Record<string, string | undefined> = {},
): string {
	const { domain, ...fields } = {
		domain: 'praise.example',
		URI: `${walletSite}/auth`,
		Version: '1',
		...(chain === 'Ethereum' ? { 'Chain ID': '1' } : {}),
		Nonce: randomUUID(),
		'Issued At': new Date().toISOString(),
		...change,
	}
	return [
		`${domain} wants you to sign in with your ${chain} account:`,
		address,
		'',
		...Object.entries(fields).flatMap(([key, value]) => (value ? [`${key}: ${value}`] : [])),
	].join('\n')
}
