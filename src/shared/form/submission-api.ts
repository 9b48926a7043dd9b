import type { ConsentScope } from '#shared/rows.ts'
import type { Kind, RecordingKind } from './public-form.ts'

/** Maximum lengths in code points. The limit of the text itself is the setting MAX_TEXT_LENGTH. */
export const submissionLimits = {
	/** The title of the testimonial itself, on one line. */
	headline: 200,
	name: 120,
	title: 120,
	company: 120,
	url: 2000,
	email: 254,
	shortAnswer: 500,
	longAnswer: 5000,
} as const

/**
 * An answer to one of the form's own questions: to a scale `1` to `5`, to a score `0` to `10`, to a choice one of its options, to
 * several choices a list of them, to a date a day as `2026-03-31`.
 */
export type SubmittedAnswer = { question_id: string; value: string | string[] }

/**
 * The JSON body of `POST /functions/v1/submit`. `form` is a slug. `rating` is 1 to 5 or null.
 * `consent` is an explicit choice: with scope `public` or `anonymous`, `wording` repeats what the form asked.
 * `proof` comes with the form's page; a program may leave it out.
 * `invitation` is the token of a personal link (`?i=`); `order` a reference and `sig` its signature in hexadecimal;
 * `account` a provider's statement, as the form's page sealed it. One that proves nothing is ignored: the testimonial is stored without that basis.
 */
export type SubmissionBody = {
	form: string
	kind?: Kind
	/** A line of the author's own above the words; ignored where the form does not ask for one. */
	title?: string | null
	body?: string
	rating?: number | null
	author: {
		name: string
		title?: string | null
		company?: string | null
		url?: string | null
		email?: string | null
	}
	answers?: SubmittedAnswer[]
	consent: { scope: ConsentScope; wording?: string }
	/** With kind `video` or `audio`: the id of one complete upload. */
	media?: string[]
	/** The second that the poster of a video shows. */
	cover?: number | null
	locale?: string
	proof?: string
	invitation?: string
	order?: string
	sig?: string
	account?: string
	/** A hidden field that only programs fill in. */
	website?: string
}

/** The answer of `submit` with status 201. The last part of `receipt_url` is the secret of the private link. */
export type SubmissionAnswer = { id: string; receipt_url: string; status: 'pending' }

/**
 * The JSON body of `POST /functions/v1/upload`: asks for an upload of a recording. `form` is a slug, `bytes` the exact size or
 * more, `type` the MIME type, with or without codecs. On the submitter's page the header `Receipt-Token` stands for the form.
 */
export type UploadBody = { form?: string; kind: RecordingKind; bytes: number; type?: string; proof?: string }

/**
 * The answer of `upload` with status 201: the file goes to `url` by TUS 1.0.0 with the token as header `x-signature` (or bearer) until
 * `expires_at`, to object `name` of `bucket`; then `submit` names `id`.
 */
export type UploadAnswer = { id: string; token: string; url: string; bucket: string; name: string; expires_at: string }
