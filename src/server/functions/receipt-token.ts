import { createHash } from 'node:crypto'
import { keyedHash } from '#server/keyed-hash.ts'

/**
 * The secret of a submitter's private link, 256 bits as base64url. It follows from the testimonial's id and the
 * installation's secret, so that a repeated request and a later mail can name it, while the database holds only its hash.
 */
export function receiptTokenOf(secret: Buffer, testimonialId: string): string {
	return keyedHash(secret).update(`receipt\n${testimonialId}`).digest('base64url')
}

/** What the database knows of a token. */
export function hashReceiptToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}

/** Whether a text could be a token at all; nothing else is worth a query. */
export function looksLikeReceiptToken(text: string): boolean {
	return /^[\w-]{43}$/.test(text)
}
