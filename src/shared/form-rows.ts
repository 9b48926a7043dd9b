import type {
	AuthorFieldRules,
	ConsentTexts,
	FormLook,
	Kind,
	QuestionKind,
	RatingRule,
	StoredThankYou,
} from './public-form.ts'
import type { Basis } from './wall.ts'

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
