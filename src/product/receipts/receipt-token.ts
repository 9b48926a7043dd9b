import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { spaceTokenOf } from '#product/spaces/space-token.ts'

/**
 * The secret of a submitter's private link, 256 bits as base64url. It is derived from the testimonial's id and the
 * installation's secret: repeated requests and mails can contain it, while the database stores only its hash.
 */
export function receiptSecretOf(secret: Buffer, testimonialId: string): string {
	return keyedHash(secret).update(`receipt\n${testimonialId}`).digest('base64url')
}

/** The token of a private link, which names the space (keyOfToken reads it). */
export function receiptTokenOf(secret: Buffer, spaceId: string, testimonialId: string): string {
	return spaceTokenOf(spaceId, receiptSecretOf(secret, testimonialId))
}
