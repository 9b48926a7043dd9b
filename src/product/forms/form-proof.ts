import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'

/*
 * A form's page carries a proof of when it was served: `<seconds since 1970, base 36>.<signature>`. It distinguishes a person
 * who read the page from a program that posts at once, and contains no personal data.
 */

/** @param secret the installation's */
export function issueFormProof(secret: Buffer, formId: string, now = Date.now()): string {
	const issued = Math.floor(now / 1000).toString(36)
	return `${issued}.${sign(secret, formId, issued)}`
}

/** Seconds since the proof was issued for this form; null for a forged proof or one of another form. */
export function ageOfFormProof(secret: Buffer, formId: string, proof: string, now = Date.now()): number | null {
	const [issued = '', signature = ''] = proof.split('.')
	const expected = Buffer.from(sign(secret, formId, issued))
	const actual = Buffer.from(signature)
	if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
	return Math.floor(now / 1000) - Number.parseInt(issued, 36)
}

function sign(secret: Buffer, formId: string, issued: string): string {
	return keyedHash(secret).update(`form-proof\n${formId}\n${issued}`).digest('base64url').slice(0, 32)
}
