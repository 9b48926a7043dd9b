import { createPrivateKey, type KeyObject } from 'node:crypto'

export const minRsaBits = 2048

/**
 * Reads an RSA private key: PEM, or base64 of PKCS#1 or PKCS#8.
 * @returns nothing for any other text, and for keys under 2048 bits
 */
export function readRsaKey(text: string): KeyObject | undefined {
	const key = tryKeys(text.trim())
	const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
	return key?.asymmetricKeyType === 'rsa' && bits >= minRsaBits ? key : undefined
}

function tryKeys(text: string): KeyObject | undefined {
	// A line of .env cannot contain line breaks, so they may be written as \n.
	if (text.startsWith('-----')) return attempt(() => createPrivateKey(text.replaceAll('\\n', '\n')))
	const der = Buffer.from(text, 'base64')
	return (
		attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' })) ??
		attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
	)
}

function attempt(read: () => KeyObject): KeyObject | undefined {
	try {
		return read()
	} catch {
		return undefined
	}
}
