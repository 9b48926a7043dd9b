import { createHash } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'

/**
 * The secret of a submitter's private link, 256 bits as base64url. It is derived from the testimonial's id and the
 * installation's secret: repeated requests and mails can contain it, while the database stores only its hash.
 */
export function receiptTokenOf(secret: Buffer, testimonialId: string): string {
	return keyedHash(secret).update(`receipt\n${testimonialId}`).digest('base64url')
}

/** The hash that the database stores. */
export function hashReceiptToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}

/** Whether a text has the form of a token; others need no query. */
export function looksLikeReceiptToken(text: string): boolean {
	return /^[\w-]{43}$/.test(text)
}
