import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'

/**
 * The part of a mailed private link that only the mail contains, 256 bits as base64url: it proves that its holder reads mail at
 * this address. The private link alone, which the page shows after sending, does not contain it.
 */
export function mailProofOf(secret: Buffer, testimonialId: string, email: string): string {
	return keyedHash(secret).update(`mail\n${testimonialId}\n${email}`).digest('base64url')
}

/** True when a proof is that of this testimonial and address. */
export function isMailProof(secret: Buffer, testimonialId: string, email: string, proof: string): boolean {
	const expected = Buffer.from(mailProofOf(secret, testimonialId, email))
	const actual = Buffer.from(proof)
	return actual.length === expected.length && timingSafeEqual(actual, expected)
}
