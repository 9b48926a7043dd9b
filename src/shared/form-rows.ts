import type {
	AuthorFieldRules,
	ConsentTexts,
	FormLook,
	Kind,
	QuestionKind,
	RatingRule,
	StoredThankYou,
} from './form/public-form.ts'
import type { Basis } from './wall/wall.ts'

/** Bases for which a form may approve by itself. */
export const autoApproveBases = ['invited', 'email', 'provider', 'order'] as const satisfies readonly Basis[]
export type AutoApproveBasis = (typeof autoApproveBases)[number]

export type FormRow = {
	id: string
	space_id: string
	slug: string
	name: string
	title: string
	intro: string
	accepts: Kind[]
	rating: RatingRule
	/** Whether it asks for a title of the testimonial; `title` is its own heading. */
	title_rule: RatingRule
	max_seconds: number
	consent_text: string
	reward_disclosure: string
	thank_you: Partial<StoredThankYou>
	closed_text: string
	author_fields: AuthorFieldRules
	prompts: string[] | null
	consent_texts: ConsentTexts
	look: FormLook
	locale: string
	is_open: boolean
	auto_approve: AutoApproveBasis[]
	created_at: string
	updated_at: string
}

export type FormQuestionRow = {
	id: string
	space_id: string
	form_id: string
	position: number
	kind: QuestionKind
	label: string
	tip: string
	options: string[]
	/** Of kind `choices`: how many may be chosen; null: all. */
	most: number | null
	low_label: string
	high_label: string
	required: boolean
	is_public: boolean
}

/** What the members of a space changed of a form and have not published. */
export type FormDraftRow = {
	space_id: string
	form_id: string
	/** The parts as edited. */
	mine: Partial<FormParts>
	/** The parts as they were published when the draft was last stored. */
	base: Partial<FormParts>
	/** Counts its changes. */
	version: number
	/** Null after the account was deleted. */
	edited_by: string | null
	edited_at: string
}

/** What the page of a form showed from one publication to the next. */
export type FormVersionRow = {
	space_id: string
	form_id: string
	version: number
	parts: FormParts
	/** Null when it was published by no member, or the account was deleted. */
	published_by: string | null
	published_at: string
}

/** What a draft changes and a version keeps: the rest of a form applies at once. */
export type FormParts = Omit<
	FormRow,
	'id' | 'space_id' | 'slug' | 'name' | 'is_open' | 'auto_approve' | 'created_at' | 'updated_at'
> & { questions: Omit<FormQuestionRow, 'space_id' | 'form_id' | 'position'>[] }
