import { createHmac, timingSafeEqual } from 'node:crypto'
import { countCodePoints } from '#product/testimonials/normalize-text.ts'

/** A reference as it was given, and its signature in hexadecimal. */
export type SignedOrder = { reference: string; signature: string }

const maxReferenceLength = 200
const signaturePattern = /^[\da-f]{64}$/i

/** A signed order whose parts have the right form; null for any other, which proves nothing and needs no query. */
export function parseSignedOrder(reference: unknown, signature: unknown): SignedOrder | null {
	if (typeof reference !== 'string' || typeof signature !== 'string' || !signaturePattern.test(signature)) return null
	if (reference.length > maxReferenceLength * 2 || countCodePoints(reference) > maxReferenceLength) return null
	// The bytes that were signed must be the text that is stored: nothing is trimmed or normalized.
	if (!/^\P{Cc}+$/u.test(reference) || !reference.isWellFormed()) return null
	return { reference, signature }
}

/** True when the signature is the HMAC-SHA256 of the reference in UTF-8 under the space's key. Takes the same time for all. */
export function isSignedBy(key: string, { reference, signature }: SignedOrder): boolean {
	const expected = createHmac('sha256', key).update(reference).digest()
	return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}
