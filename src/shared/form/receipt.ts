import type { MediaProblem } from '#shared/recording/media-problems.ts'
import type { MediaState } from '#shared/rows.ts'
import type { Basis } from '#shared/wall/wall.ts'
import type { Coupon, Kind, PublicBrand, QuestionKind, RatingRule } from './public-form.ts'

export type ReceiptScope = 'public' | 'anonymous' | 'private'

/** Oldest first. `by` never identifies a member. */
export type ReceiptEvent = { kind: string; by: 'submitter' | 'owner' | 'program' | 'system'; at: string }

/** A photo, or a recording with its processing. Addresses work for an hour, that of the original as long as the private link. */
export type ReceiptMedia = {
	id: string
	kind: Exclude<Kind, 'text'>
	/** The address for visitors; null until a recording is ready. */
	url: string | null
	width: number | null
	height: number | null
	state: MediaState
	/** Percent of the processing. */
	progress: number
	problem: MediaProblem | null
	seconds: number | null
	poster_url: string | null
	/** A download of the file that was sent. */
	original_url: string | null
	peaks: number[] | null
	/** The shown part, in seconds; null when all of it is. */
	trim: { start: number; end: number } | null
	/** The shown part of its transcript where a wall needs words. */
	quote: string | null
	/** Those that are published with the recording, never drafts. */
	captions: { locale: string; url: string; transcript: string }[]
	/** It waits for a member's approval while the former recording stays public. */
	is_replacement: boolean
}

/**
 * The answer of `GET /functions/v1/receipt` to the holder of a private link, and the props of the page /t/{token}.
 * Times are ISO 8601; addresses of files and pages are absolute or begin with `/`.
 */
export type Receipt = {
	id: string
	kind: Kind
	/** The submitter's own line above the words. */
	title: string | null
	/** True when walls show the title beside the words. */
	shows_title: boolean
	body: string
	rating: number | null
	author: {
		name: string
		title: string | null
		company: string | null
		url: string | null
		avatar_url: string | null
	}
	/** Known to the submitter and the members only. */
	email: string | null
	locale: string
	status: 'pending' | 'approved' | 'rejected' | 'archived'
	/** An edit waits for its decision while the approved version stays public. */
	edit_pending: boolean
	/** Public now: approved, consented to, not withdrawn, ready. */
	is_public: boolean
	/** The shown part in code points of `body`; null when all of it is. */
	excerpt: { start: number; end: number } | null
	submitted_at: string
	approved_at: string | null
	withdrawn_at: string | null
	/** When it is deleted unless a member approves it; null where the space sets no such time. */
	kept_until: string | null
	/** The present consent and all earlier ones, newest first. */
	consent: { scope: ReceiptScope; wording: string; given_at: string } | null
	consents: { scope: ReceiptScope; wording: string; given_at: string; revoked_at: string | null }[]
	media: ReceiptMedia[]
	answers: { kind: QuestionKind | null; label: string; value: string; is_public: boolean }[]
	reply: { body: string; created_at: string } | null
	/** Published walls that show it now. */
	walls: { name: string; url: string }[]
	/** Strongest basis of verification, if any. */
	basis: Basis | null
	/** All of them, strongest first. */
	bases: Basis[]
	/** At which the submitter signed in when sending, in words. */
	provider: string | null
	events: ReceiptEvent[]
	/** The events that checkpoints seal. `sealed_at`: when the last checkpoint of one was made. */
	seal: { entries: number; unsealed: number; sealed_at: string | null }
	/** Other words that the owner proposes, until they are answered. The stars never change by it. */
	proposal: { id: string; body: string; note: string; created_at: string } | null
	/** Null when the form is gone. `consent_text` is what would be agreed to today. */
	form: {
		slug: string
		consent_text: string
		rating: RatingRule
		title_rule: RatingRule
		max_seconds: number
		/** True when the private link is mailed after a submission. */
		is_mailed: boolean
		/** The owner's own words after sending; null where the page has its own. */
		thanks: { title: string | null; message: string | null }
		/** Where the thank-you leads. */
		link: { url: string; label: string | null } | null
		/** The coupon for every sender of this form. */
		coupon: Coupon | null
	} | null
	space: { name: string; brand: PublicBrand }
}

/** The body of `PATCH /functions/v1/receipt`; omitted members stay unchanged. */
export type ReceiptChange = {
	/** null takes the title out. */
	title?: string | null
	body?: string
	rating?: number | null
	/** The id of one complete upload, which replaces the recording. */
	media?: string[]
	cover?: number | null
	author?: { name?: string; title?: string | null; company?: string | null; url?: string | null }
	consent?: { scope: ReceiptScope; wording: string }
	/** true withdraws, false restores. */
	withdrawn?: boolean
	/** Answers a proposal; nothing else goes with it. */
	proposal?: { id: string; answer: 'accepted' | 'refused' }
}
