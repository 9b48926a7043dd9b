import { mailProofOf } from '#product/verifications/mail-proof.ts'
import { receiptTokenOf } from './receipt-token.ts'

/** The private link of a testimonial, as the submitter's page shows it. */
export function receiptUrlOf(siteUrl: string, secret: Buffer, testimonialId: string): string {
	return `${siteUrl}/t/${receiptTokenOf(secret, testimonialId)}`
}

/** The private link for a mail to the submitter. Who opens it may confirm the address that the mail went to. */
export function mailedReceiptUrlOf(siteUrl: string, secret: Buffer, testimonialId: string, email: string): string {
	const proof = mailProofOf(secret, testimonialId, email)
	return `${receiptUrlOf(siteUrl, secret, testimonialId)}?c=${proof}`
}
