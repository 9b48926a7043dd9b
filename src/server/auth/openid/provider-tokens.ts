import { seal, unseal } from '#server/auth/factors/sealed-secret.ts'

const purpose = 'provider-token'

/** Encrypts a provider's own token while it waits for the code to be exchanged: it opens somebody's account elsewhere. */
export function sealProviderToken(token: string, secret: Buffer): string {
	return seal(Buffer.from(token), secret, purpose).toString('base64')
}

/** The token, for the session's answer; nothing for what was kept before tokens were sealed. */
export function openProviderToken(sealed: string, secret: Buffer): string | undefined {
	try {
		return unseal(Buffer.from(sealed, 'base64'), secret, purpose).toString()
	} catch {
		return undefined
	}
}
