import { createHash } from 'node:crypto'
import type { NamedRecording } from '#product/recordings/parse-recording.ts'
import type { UploadedFile } from '#product/testimonials/picture-store.ts'
import type { AccountStatement } from '#product/verifications/account-statement.ts'
import type { SignedOrder } from '#product/verifications/order-signature.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { ConsentScope } from '#shared/rows.ts'
import type { ParsedAnswer } from './parse-answers.ts'

/**
 * A valid submission. Names and order of its members are part of the stored fingerprint: a change makes requests that are
 * repeated across the update fail with `idempotency_conflict`.
 */
export type Submission = {
	kind: Kind
	rating: number | null
	/** Absent without one. */
	title?: string
	body: string
	answers: ParsedAnswer[]
	author: {
		name: string
		title: string | null
		company: string | null
		url: string | null
		email: string | null
	}
	consent: { scope: ConsentScope; wording: string }
	locale: string
	/** Seconds since the form's page was served; null without a valid proof. */
	age: number | null
	/** The hidden field is filled in, which programs do, and seldom the autofill of a browser. */
	isTrapped: boolean
	/** Absent for text and photos. */
	recording?: NamedRecording
	/** Token of a personal link; absent without one. */
	invitation?: string
	/** Its signature is not checked yet; absent without one. */
	order?: SignedOrder
	/** It may have expired; absent without one for this form. */
	account?: AccountStatement
}

/** Hash that identifies a repeated request. `age` is left out: the page renews its proof between two attempts. */
export function fingerprintSubmission(submission: Submission, files: UploadedFile[]): Buffer {
	const { age: _, ...hashed } = submission
	const hash = createHash('sha256').update(JSON.stringify(hashed))
	for (const { field, bytes } of files) hash.update(`\n${field} ${bytes.length}\n`).update(bytes)
	return hash.digest()
}
