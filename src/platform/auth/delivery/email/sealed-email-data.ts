import { seal, unseal } from '#platform/auth/accounts/keys/sealed-secret.ts'

const purpose = 'mail'

/** Encrypts codes and links while their mail is queued. */
export function sealEmailData(secret: Buffer, data: Record<string, string>): string {
	return seal(Buffer.from(JSON.stringify(data)), secret, purpose).toString('base64')
}

/** Decrypts sealed mail data. @throws Error when another installation sealed it */
export function unsealEmailData(secret: Buffer, sealed: string): unknown {
	return JSON.parse(unseal(Buffer.from(sealed, 'base64'), secret, purpose).toString())
}
