import { seal, unseal } from '#platform/auth/accounts/keys/sealed-secret.ts'

const purpose = 'provider-token'

/** Encrypts a provider's token until the code is exchanged: it gives access to an account elsewhere. */
export function sealProviderToken(token: string, secret: Buffer): string {
	return seal(Buffer.from(token), secret, purpose).toString('base64')
}

/** Decrypts a provider's token; undefined for tokens stored before they were sealed. */
export function openProviderToken(sealed: string, secret: Buffer): string | undefined {
	try {
		return unseal(Buffer.from(sealed, 'base64'), secret, purpose).toString()
	} catch {
		return undefined
	}
}
