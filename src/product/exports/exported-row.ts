import type { QuestionKind } from '#shared/form/public-form.ts'

/** A testimonial as the cursor gives it; paths name files of the storage. */
export type ExportedRow = {
	id: string
	kind: string
	/** The testimonial's own, above its text. */
	title: string | null
	text: string
	rating: number | null
	author: { name: string; title: string | null; company: string | null; url: string | null; picture: string | null }
	email: string | null
	language: string
	source: string
	source_url: string | null
	status: string
	spam: string
	pinned: boolean
	public: boolean
	reward: string
	excerpt: { start: number; end: number } | null
	form: string | null
	submitted_at: string
	approved_at: string | null
	tags: string[]
	answers: { kind: QuestionKind | null; label: string; value: string; public: boolean }[]
	consents: { scope: string; wording: string; language: string; given_at: string; revoked_at: string | null }[]
	verifications: { basis: string; verified_at: string }[]
	versions: {
		version: number
		title: string | null
		text: string
		rating: number | null
		name: string
		until: string
	}[]
	reply: { text: string; created_at: string } | null
	media: {
		kind: string
		path: string
		type: string
		width: number | null
		height: number | null
		seconds: number | null
		poster: string | null
		state: string
		captions: { language: string; text: string }[]
	}[]
}
