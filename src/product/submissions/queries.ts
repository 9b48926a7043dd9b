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

/** True when a proof or ticket of this form is used for the first time. */
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

/** A submission as `private.submit_testimonials` takes it: its fields are those of the type `private.submission`. */
export type SubmissionRow = Record<string, unknown>

/** The submission with everything that belongs to it. */
export function toSubmissionRow(values: SubmitArguments): SubmissionRow {
	const { form, submission: s, pictures, recording, budget, account } = values
	const files = recording ? [...pictures, { role: 'recording', ...recording }] : pictures
	return {
		form: form.id,
		definition: form.updated_at,
		key: values.idempotencyKey,
		fingerprint: hex(values.fingerprint),
		testimonial: values.id,
		token_hash: hex(values.tokenHash),
		kind: s.kind,
		title: s.title ?? null,
		body: s.body,
		rating: s.rating,
		author_name: s.author.name,
		author_title: s.author.title,
		author_company: s.author.company,
		author_url: s.author.url,
		email: s.author.email,
		locale: s.locale,
		scope: s.consent.scope,
		wording: s.consent.wording,
		answers: s.answers.length > 0 ? s.answers : null,
		files: files.length > 0 ? files : null,
		spam_state: values.spamState,
		words_mark: values.textFingerprint === null ? null : String(values.textFingerprint),
		address: hex(budget?.address ?? null),
		most_per_hour: budget?.maxPerHour ?? null,
		mail_address: hex(budget?.email ?? null),
		invitation: s.invitation ? hex(hashToken(s.invitation)) : null,
		order_reference: values.orderReference,
		account: account && { statement: account.id, provider: account.provider, evidence: evidenceOf(account) },
		shown: values.shown,
	}
}

/** Stores submissions. The rows of its answer have their places in `rows`; an error stores none of them. */
export const submitTestimonials = (rows: readonly SubmissionRow[]): Query => sql`
	select place, outcome, id from private.submit_testimonials(${toJson(rows.map((row, place) => ({ place, ...row })))}::jsonb)`

/** A lone surrogate is no character that a database stores: it becomes U+FFFD, as in any other text that is encoded. */
const toJson = (value: unknown) =>
	JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.toWellFormed() : part))

/** As PostgreSQL reads bytes. */
const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`
