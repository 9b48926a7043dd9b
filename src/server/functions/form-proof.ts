import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/keyed-hash.ts'

/*
 * A form's page carries a proof that it was served, and when: `<seconds since 1970, base 36>.<signature>`.
 * It tells a person who read the page from a machine that posts at once; it holds nothing about anybody.
 */

/** Issues the proof that the page of a form carries. `secret` is the installation's own. */
export function issueFormProof(secret: Buffer, formId: string, now = Date.now()): string {
	const issued = Math.floor(now / 1000).toString(36)
	return `${issued}.${sign(secret, formId, issued)}`
}

/** How many seconds ago the proof was issued for this form; null when it is forged or another form's. */
export function ageOfFormProof(
	secret: Buffer,
	formId: string,
	proof: string,
	now = Date.now(),
): number | null {
	const [issued = '', signature = ''] = proof.split('.')
	const expected = Buffer.from(sign(secret, formId, issued))
	const given = Buffer.from(signature)
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
	return Math.floor(now / 1000) - Number.parseInt(issued, 36)
}

function sign(secret: Buffer, formId: string, issued: string): string {
	return keyedHash(secret)
		.update(`form-proof\n${formId}\n${issued}`)
		.digest('base64url')
		.slice(0, 32)
}
