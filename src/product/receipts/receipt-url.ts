import type { Deps } from '#platform/deps.ts'
import { mailProofOf } from '#product/verifications/mail-proof.ts'
import { receiptSecretOf, receiptTokenOf } from './receipt-token.ts'

type LinkDeps = Pick<Deps, 'config' | 'keys' | 'earlierNodes'>
/** A testimonial by its id, and its space. */
export type LinkedTestimonial = { space: string; id: string }

/**
 * The private link of a testimonial, as the submitter's page shows it. It names the space; while nodes of an earlier version serve beside this
 * one, which would not find it, it is a link as they make it.
 */
export async function receiptUrlOf(deps: LinkDeps, { space, id }: LinkedTestimonial): Promise<string> {
	const { secret } = deps.keys
	const token = (await deps.earlierNodes.exist()) ? receiptSecretOf(secret, id) : receiptTokenOf(secret, space, id)
	return `${deps.config.SITE_URL}/t/${token}`
}

/** The private link for a mail to the submitter. Who opens it may confirm the address that the mail went to. */
export async function mailedReceiptUrlOf(
	deps: LinkDeps,
	testimonial: LinkedTestimonial,
	email: string,
): Promise<string> {
	const proof = mailProofOf(deps.keys.secret, testimonial.id, email)
	return `${await receiptUrlOf(deps, testimonial)}?c=${proof}`
}
