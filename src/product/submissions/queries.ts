import { hashToken } from '#platform/keys/secret-token.ts'
import { type Query, sql } from '#platform/pg/sql.ts'
import type { SentRecording } from '#product/recordings/sent-recording.ts'
import type { PictureRow } from '#product/testimonials/picture-store.ts'
import { type AccountStatement, evidenceOf } from '#product/verifications/account-statement.ts'
import type { SpamState } from '#shared/rows.ts'
import type { FormOfSpace } from './form-of-space.ts'
import type { Submission } from './submission.ts'

/** The testimonial that an idempotency key of this form led to. */
export const findByIdempotencyKey = ({ id, space }: FormOfSpace, key: string) => sql`
	select testimonial as id, fingerprint from private.earlier_submission(${space.id}, ${id}, ${key})`

/** Adds the count of one node; returns the total of all nodes in this hour. */
export const addFormCount = (form: string, count: number) => sql`
	select private.add_form_pressure(${form}, ${count}) as total`

/** Whether a proof or ticket of this form is used for the first time. */
export const spendProof = (form: string, id: Buffer, expiresAt: Date) => sql`
	select private.spend_proof(${form}, ${id}, ${expiresAt.toISOString()}) as is_first`

/** @param address begins with its space (spaceKey), as below */
export const addressUse = (address: Buffer) => sql`select private.address_use(${address}) as used`

/** Counts one use of a key in this hour, and returns the number. */
export const countAddress = (address: Buffer) => sql`select private.count_address(${address}) as count`

type SubmitArguments = {
	form: { id: string; updated_at: string }
	/** The version that the page showed; null: the present one. */
	shown: number | null
	idempotencyKey: string
	fingerprint: Buffer
	id: string
	tokenHash: Buffer
	submission: Submission
	pictures: PictureRow[]
	/** With kind `video` or `audio`. */
	recording: SentRecording | null
	/** An order whose signature is good. */
	orderReference: string | null
	/** A statement about an account that counts now; the database uses it once. */
	account: AccountStatement | null
	spamState: SpamState
	textFingerprint: bigint | null
	/** Null: unlimited. */
	budget: { address: Buffer; maxPerHour: number; email: Buffer | null } | null
}

export type SubmitOutcome = {
	outcome: 'sent' | 'replayed' | 'other_body' | 'form_not_found' | 'outdated' | 'upload_missing' | 'rate_limited'
	id: string | null
}

/** Stores a submission with everything that belongs to it. */
export function submitTestimonial(values: SubmitArguments): Query {
	const { form, submission: s, pictures, recording, budget } = values
	const files = recording ? [...pictures, { role: 'recording', ...recording }] : pictures
	const answers = s.answers.length > 0 ? JSON.stringify(s.answers) : null
	return sql`
	select outcome, id from private.submit_testimonial(
		${form.id}, ${form.updated_at}, ${values.idempotencyKey}, ${values.fingerprint}, ${values.id}, ${values.tokenHash},
		${s.kind}, ${s.body}, ${s.rating}, ${s.author.name}, ${s.author.title}, ${s.author.company}, ${s.author.url},
		${s.author.email}, ${s.locale}, ${s.consent.scope}, ${s.consent.wording}, ${answers},
		${files.length > 0 ? JSON.stringify(files) : null}, ${values.spamState}, ${values.textFingerprint},
		${budget?.address ?? null}, ${budget?.maxPerHour ?? null}, ${budget?.email ?? null},
		${s.invitation ? hashToken(s.invitation) : null}, ${values.orderReference},
		${values.account && accountJson(values.account)}::jsonb, ${values.shown}, ${s.title ?? null})`
}

function accountJson(account: AccountStatement): string {
	return JSON.stringify({ statement: account.id, provider: account.provider, evidence: evidenceOf(account) })
}
