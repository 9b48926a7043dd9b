import { type Query, sql } from '#server/pg/sql.ts'
import type { Submission } from './kept-submission.ts'

export const formToFill = (slug: string) => sql`select private.form_to_fill(${slug}) as form`

/** What an Idempotency-Key of a form already led to. */
export const sentBefore = (form: string, key: string) => sql`
	select testimonial as id, fingerprint from private.sent_before(${form}, ${key})`

/** Adds what a node counted on a form; answers what all nodes counted this hour. */
export const addFormPressure = (form: string, more: number) => sql`
	select private.add_form_pressure(${form}, ${more}) as whole`

/** A file that lies in storage and waits for its rows. `role` is the kind of medium, or `avatar`. */
export type StoredPicture = {
	id: string
	object_id: string
	role: 'photo' | 'avatar'
	path: string
	version: string
	mime: string
	bytes: number
	width: number
	height: number
	metadata: Record<string, unknown>
}

export type SubmitArguments = {
	form: { id: string; updated_at: string }
	key: string
	fingerprint: Buffer
	id: string
	tokenHash: Buffer
	submission: Submission
	files: StoredPicture[]
	spamState: 'clean' | 'suspect' | 'spam'
	wordsMark: bigint | null
	/** Null lifts the budget. */
	budget: { address: Buffer; mostPerHour: number; mail: Buffer | null } | null
}

export type SubmitOutcome = {
	outcome: 'sent' | 'replayed' | 'other_body' | 'form_not_found' | 'outdated' | 'rate_limited'
	id: string | null
}

/** The one statement that stores a submission whole. */
export function submitTestimonial(given: SubmitArguments): Query {
	const { form, submission: s, files, budget } = given
	const answers = s.answers.length > 0 ? JSON.stringify(s.answers) : null
	return sql`
	select outcome, id from private.submit_testimonial(
		${form.id}, ${form.updated_at}, ${given.key}, ${given.fingerprint}, ${given.id}, ${given.tokenHash},
		${s.kind}, ${s.body}, ${s.rating}, ${s.author.name}, ${s.author.title}, ${s.author.company}, ${s.author.url},
		${s.author.email}, ${s.locale}, ${s.consent.scope}, ${s.consent.wording}, ${answers},
		${files.length > 0 ? JSON.stringify(files) : null}, ${given.spamState}, ${given.wordsMark},
		${budget?.address ?? null}, ${budget?.mostPerHour ?? null}, ${budget?.mail ?? null})`
}
