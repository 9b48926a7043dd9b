import type { Kind, QuestionKind } from '#shared/form/public-form.ts'
import type { InvitationState } from '#shared/mail/invitation-api.ts'
import type { ConsentScope, ProposalRow, TestimonialStatus } from '#shared/rows.ts'
import type { Basis } from '#shared/wall/wall.ts'

type Author = { name: string; title: string | null; company: string | null; url: string | null }

/** A file of a testimonial. `version` names its bytes in the file store. */
type RecordFile = { name: string; version: string; bytes: number; mime: string }

/** Result of `private.export_person`. */
export type PersonRecord = {
	space: { name: string; locale: string }
	addresses: string[]
	is_never_asked_again: boolean
	testimonials: {
		id: string
		kind: Kind
		title: string | null
		body: string
		rating: number | null
		locale: string
		author: Author
		email: string | null
		status: TestimonialStatus
		is_public: boolean
		submitted_at: string
		approved_at: string | null
		withdrawn_at: string | null
		walls: { name: string; slug: string }[]
		proposals: {
			body: string
			note: string | null
			state: ProposalRow['state']
			created_at: string
			answered_at: string | null
		}[]
		/** The notes of members about it, without their names. */
		notes: { body: string; created_at: string }[]
		former_versions: {
			version: number
			title: string | null
			body: string
			rating: number | null
			author: Author
			replaced_at: string
		}[]
		answers: { kind: QuestionKind | null; question: string; answer: string; is_public: boolean }[]
		consents: { scope: ConsentScope; wording: string; given_at: string; revoked_at: string | null }[]
		verifications: { basis: Basis; verified_at: string; evidence: string | null }[]
		reply: { body: string; created_at: string } | null
		captions: { locale: string; transcript: string }[]
		files: RecordFile[]
	}[]
	invitations: {
		email: string
		name: string | null
		company: string | null
		note: string | null
		state: InvitationState
		subject: string
		message: string
		created_at: string
		sent_at: string | null
		reminded_at: string | null
		answered_at: string | null
	}[]
	/** Events that the systems of the space sent about the person. */
	customer_events: {
		event: string
		reference: string
		at: string
		email: string
		name: string | null
		company: string | null
		data: Record<string, unknown> | null
		received_at: string
	}[]
	/** Rows that were not added. A file name is null for rows that were pasted. */
	import_rows: { file: string | null; imported_at: string; row: number; columns: string[]; cells: string[] }[]
}

/** Where a file stands in the download. */
export const filePath = (testimonial: number, { name }: Pick<RecordFile, 'name'>): string =>
	`files/${testimonial + 1}/${name.replace(/[^\w.-]/g, '_')}`
