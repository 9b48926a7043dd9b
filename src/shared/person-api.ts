import type { Kind } from './form/public-form.ts'
import type { InvitationState } from './mail/invitation-api.ts'
import type { ConsentScope, Source, SpamState, TestimonialStatus } from './rows.ts'

/** Who is meant: everything from an address, testimonials that an owner chose, or both. */
export type PersonSought = { address: string | null; testimonial_ids: string[] }

/** A testimonial as the search for one person answers it: `body` is its beginning. */
export type PersonTestimonial = {
	id: string
	kind: Kind
	title: string | null
	body: string
	rating: number | null
	author_name: string
	author_title: string | null
	author_company: string | null
	author_avatar_path: string | null
	locale: string
	source: Source
	status: TestimonialStatus
	spam_state: SpamState
	submitted_at: string
	withdrawn_at: string | null
	email: string | null
	/** True when its private page can be mailed to the address on file. */
	may_mail: boolean
	/** Why not; null when it can. */
	mail_refusal: MailRefusal | null
	versions: number
	answers: number
	/** Numbers by kind. */
	media: Partial<Record<Kind, number>>
	/** On how many published walls it is shown. */
	walls: number
	/** Newest first. */
	consents: { scope: ConsentScope; given_at: string; revoked_at: string | null }[]
}

/** Why a private page cannot be mailed: it came through no form, lies in Spam, has no address, or its submitter stopped the mails. */
export type MailRefusal = 'no_page' | 'spam' | 'no_address' | 'stopped'

export type PersonInvitation = {
	id: string
	email: string
	name: string | null
	company: string | null
	state: InvitationState
	failure: string | null
	created_at: string
	sent_at: string | null
	reminded_at: string | null
	answered_at: string | null
}

/** A space's records about one person: the numbers of all, and the newest hundred of each. */
export type PersonFound = {
	/** Normalized; the one that was sought and those of the testimonials. */
	addresses: string[]
	/** The space never asks these addresses for a testimonial. */
	is_declined: boolean
	testimonial_count: number
	invitation_count: number
	/** Kept rows of imports that were not added and have one of the addresses. */
	import_row_count: number
	/** Events that the systems of the space sent about one of the addresses. */
	customer_event_count: number
	/** The size of all files. */
	bytes: number
	testimonials: PersonTestimonial[]
	invitations: PersonInvitation[]
	/** Testimonials that name one of the addresses and are not known as this person's, at most twenty. */
	mentions: Pick<PersonTestimonial, 'id' | 'author_name' | 'body' | 'locale' | 'submitted_at'>[]
}

/** People whose name has the letters that were sought, for a choice. */
export type PeopleFound = {
	testimonials: Pick<
		PersonTestimonial,
		| 'id'
		| 'author_name'
		| 'author_title'
		| 'author_company'
		| 'kind'
		| 'title'
		| 'body'
		| 'locale'
		| 'submitted_at'
		| 'email'
	>[]
	invitations: Pick<PersonInvitation, 'id' | 'email' | 'name' | 'company' | 'state' | 'created_at'>[]
}

export type PersonErased = { testimonials: number; invitations: number; import_rows: number; customer_events: number }
