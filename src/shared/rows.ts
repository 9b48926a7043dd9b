import type { Kind, QuestionKind } from './form/public-form.ts'
import type { InvitationState } from './mail/invitation-api.ts'
import type { MediaProblem } from './recording/media-problems.ts'
import type { Basis } from './wall/wall.ts'

/** Rows of the public tables as rest/v1 answers them: times are ISO 8601, ids UUIDs. A test compares them with the catalogue. */
export type Role = 'owner' | 'editor' | 'viewer'
export type TestimonialStatus = 'pending' | 'approved' | 'rejected' | 'archived'
export type SpamState = 'clean' | 'suspect' | 'spam'
export type Source = 'form' | 'import' | 'manual' | 'api'
export type ConsentScope = 'public' | 'anonymous' | 'private'
export type MediaState = 'uploading' | 'processing' | 'ready' | 'failed'

export type ProfileRow = {
	id: string
	/** Null until chosen (Google sign-up). */
	username: string | null
	full_name: string | null
	avatar_path: string | null
	/** IANA name; null counts as UTC. */
	time_zone: string | null
	/** Language of mails; null is that of the space. */
	locale: string | null
	created_at: string
}

/** `spaces.brand` as stored: every part may be missing. */
export type StoredBrand = {
	logo_path?: string | null
	color?: string | null
	font?: string | null
	theme?: string | null
	/** The look that new walls and forms begin with: a second colour, type and corners. */
	accent?: string | null
	type?: string | null
	corners?: string | null
	/** The icon of public pages. */
	favicon_path?: string | null
	/** The font of the brand, which the server writes. */
	font_path?: string | null
	font_name?: string | null
	font_metrics?: string | null
}

export type SpaceRow = {
	id: string
	name: string
	brand: StoredBrand
	locale: string
	created_at: string
	/** Days after which testimonials that nobody approved are deleted; null keeps them. */
	retention_days: number | null
	milestones: Milestones
}

/** The first five steps of a space, in their order. */
export const milestones = ['form', 'shared', 'first', 'wall', 'embedded'] as const
export type Milestone = (typeof milestones)[number]

/** The time at which each step happened, or null. */
export type Milestones = Record<Milestone, string | null>

/** `has_agreed`: false for a member whom an owner added by the id of the account. */
export type SpaceMemberRow = { space_id: string; user_id: string; role: Role; has_agreed: boolean; created_at: string }

/** An entry in the history of a space. Only owners read it. */
export type SpaceEventRow = {
	space_id: string
	id: number
	kind: string
	/** Null for the server itself. */
	actor: string | null
	at: string
	detail: Record<string, unknown>
}

/** A file that a member asked for; archives are for owners. */
export type ExportRow = {
	space_id: string
	id: string
	format: 'csv' | 'json' | 'archive'
	with_emails: boolean
	state: 'queued' | 'running' | 'ready' | 'failed'
	/** Null after the account was deleted. */
	made_by: string | null
	created_at: string
	finished_at: string | null
	/** Bytes written so far. */
	done_bytes: number
	/** About how many there will be; null when that is not known. */
	total_bytes: number | null
	/** A file of the bucket `exports`; null until it is ready. */
	path: string | null
	problem: 'disk_full' | 'not_allowed' | 'broken' | null
}

/** An invitation to the team. Only owners read it. */
export type MemberInvitationRow = {
	id: string
	space_id: string
	email: string
	role: Role
	invited_by: string
	created_at: string
	expires_at: string
	/** When the mail server took the last mail; null while it waits, and when it was refused. */
	sent_at: string | null
	/** Why the mail server refused the last mail for good. */
	failure: string | null
	accepted_at: string | null
	accepted_by: string | null
	declined_at: string | null
	revoked_at: string | null
	/** Part of the link: a renewed invitation that had expired gets another one. */
	version: number
}

export type TestimonialRow = {
	id: string
	space_id: string
	form_id: string | null
	kind: Kind
	/** Its author's own headline, on one line. */
	title: string | null
	/** Whether walls show the title. */
	shows_title: boolean
	/** The words, maybe empty for photo, video and audio. */
	body: string
	rating: number | null
	author_name: string
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	locale: string
	source: Source
	source_url: string | null
	status: TestimonialStatus
	spam_state: SpamState
	is_pinned: boolean
	excerpt_start: number | null
	excerpt_end: number | null
	reward_disclosure: string
	version: number
	/** While an edit waits for its decision, the version that stays public. */
	approved_version: number | null
	/** The member who looks after it; null when nobody does, or they left. */
	assigned_to: string | null
	withdrawn_at: string | null
	submitted_at: string
	approved_at: string | null
	/** Scope of the consent that is not revoked. */
	live_scope: ConsentScope | null
	media_ready: boolean
	/** Shown to the public now: approved, consented to, not withdrawn, ready. */
	is_public: boolean
}

export type TestimonialVersionRow = {
	space_id: string
	testimonial_id: string
	version: number
	title: string | null
	body: string
	rating: number | null
	author_name: string
	author_title: string | null
	author_company: string | null
	author_url: string | null
	/** The passage that was shown of this version. */
	excerpt_start: number | null
	excerpt_end: number | null
	created_at: string
}

export type TestimonialContactRow = {
	testimonial_id: string
	space_id: string
	email: string
	mails_stopped_at: string | null
}

/** When a member gets a mail about a new testimonial. */
export type NotificationChoice = 'off' | 'immediate' | 'daily'

/** Which mails a member gets; a member without a row has the defaults. */
export type NotificationSettingsRow = {
	space_id: string
	user_id: string
	new_testimonial: NotificationChoice
	edited_or_withdrawn: boolean
	/** What the mail server answered when it last refused the member's address. */
	refusal: string | null
	refused_at: string | null
}

export type TestimonialAnswerRow = {
	id: string
	testimonial_id: string
	space_id: string
	question_id: string | null
	/** Null: older than the column. */
	kind: QuestionKind | null
	label: string
	value: string
	is_public: boolean
	position: number
}

export type MediaRow = {
	id: string
	space_id: string
	testimonial_id: string
	kind: Exclude<Kind, 'text'>
	path: string
	mime: string
	bytes: number
	width: number | null
	height: number | null
	seconds: number | null
	poster_path: string | null
	captions_path: string | null
	trim_start: number | null
	trim_end: number | null
	state: MediaState
	created_at: string
	/** What was uploaded, for members alone; null for photos. */
	original_path: string | null
	/** The second that the poster shows; null: the server chose. */
	cover: number | null
	/** Percent of the processing. */
	progress: number
	/** Why processing failed. */
	problem: MediaProblem | null
	/** Waveform: 100 heights from 0 to 100. */
	peaks: number[] | null
	/** The part of the transcript that is shown where a layout needs words. */
	quote: string | null
	/** The recording that this one replaces once a member has approved it. */
	replaces: string | null
}

/** Captions of a recording in one language; drafts are shown to members only. */
export type CaptionsRow = {
	space_id: string
	testimonial_id: string
	media_id: string
	locale: string
	/** Normalized WebVTT. */
	vtt: string
	/** Its words, one line for each cue. */
	transcript: string
	source: 'typed' | 'uploaded' | 'transcribed'
	is_draft: boolean
	updated_at: string
	/** Public address below `/media/`. */
	path: string
}

export type ConsentRow = {
	id: string
	space_id: string
	testimonial_id: string
	scope: ConsentScope
	wording: string
	/** Hexadecimal, as bytea is written: `\\x…`. */
	wording_hash: string | null
	locale: string
	given_at: string
	revoked_at: string | null
}

export type VerificationRow = {
	id: string
	space_id: string
	testimonial_id: string
	basis: Basis
	evidence: string
	verified_at: string
	/** At which the submitter signed in, in words; with basis `provider` alone. */
	provider: string | null
	/** Of the provider's statement, which proves one testimonial. */
	statement_id: string | null
}

export type TestimonialEventRow = {
	testimonial_id: string
	space_id: string
	seq: number
	kind: string
	/** `submitter`, `system`, or the id of the member who acted. */
	actor: string
	at: string
	detail: Record<string, unknown>
	/** Hash chain over the events of a testimonial. */
	previous_hash: string | null
	hash: string
	/** How the hash is made: docs/verification.md. */
	format: number
	secret: string | null
	content: string | null
	author: string | null
	/** Null until a checkpoint seals it. */
	log_number: number | null
}

/** Other words that a member proposes; only the submitter's answer makes them the testimonial's. */
export type ProposalRow = {
	id: string
	space_id: string
	testimonial_id: string
	/** The version that it would replace. */
	version: number
	body: string
	note: string
	state: 'waiting' | 'accepted' | 'refused' | 'cancelled' | 'outdated'
	created_by: string | null
	created_at: string
	answered_at: string | null
}

/** A note of a member about a testimonial, for members alone. */
export type TestimonialNoteRow = {
	id: string
	space_id: string
	testimonial_id: string
	/** Null after the account was deleted. */
	author: string | null
	body: string
	created_at: string
	/** When its author last changed it. */
	edited_at: string | null
}

export type ReplyRow = {
	testimonial_id: string
	space_id: string
	body: string
	created_at: string
}
export const tagColors = ['green', 'amber', 'blue', 'clay', 'violet', 'grey'] as const
export type TagColor = (typeof tagColors)[number]

export type TagRow = { id: string; space_id: string; name: string; color: TagColor }
/** A named filter of the inbox: of the space, or of one member. */
export type SavedViewRow = {
	id: string
	space_id: string
	user_id: string | null
	name: string
	filter: Record<string, unknown>
	created_at: string
}
export type TestimonialTagRow = { space_id: string; testimonial_id: string; tag_id: string }

/** An invitation of a customer. */
export type InvitationRow = {
	id: string
	space_id: string
	/** Null after the form was deleted. */
	form_id: string | null
	/** The call of `invite_customers` that made it. */
	batch_id: string
	email: string
	name: string | null
	company: string | null
	note: string | null
	state: InvitationState
	/** Why it failed, in words. */
	failure: string | null
	created_at: string
	sent_at: string | null
	reminded_at: string | null
	opened_at: string | null
	answered_at: string | null
	expires_at: string | null
	testimonial_id: string | null
}
