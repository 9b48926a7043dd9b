import { seal, unseal } from '#server/auth/factors/sealed-secret.ts'

const purpose = 'mail'

/** Encrypts what opens somebody's account while it waits to be mailed. */
export function sealForMail(secret: Buffer, data: Record<string, string>): string {
	return seal(Buffer.from(JSON.stringify(data)), secret, purpose).toString('base64')
}

/** What was sealed for a mail. @throws Error when another installation sealed it */
export function unsealForMail(secret: Buffer, sealed: string): unknown {
	return JSON.parse(unseal(Buffer.from(sealed, 'base64'), secret, purpose).toString())
}
