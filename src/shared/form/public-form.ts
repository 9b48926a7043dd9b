import type { BrandFont } from '#shared/look/brand-font.ts'
import type { WallLanguage } from '#shared/wall/wall-languages.ts'

export type Kind = 'text' | 'photo' | 'video' | 'audio'
export type RecordingKind = 'video' | 'audio'

/** True when testimonials of a kind are told by a recording. */
export const isRecordingKind = (kind: string | undefined): kind is RecordingKind => kind === 'video' || kind === 'audio'

export type RatingRule = 'off' | 'optional' | 'required'

/** The questions that a form may ask about its visitor beside the name, in the order of the page. */
export const authorFields = ['avatar', 'title', 'company', 'url', 'email'] as const
export type AuthorField = (typeof authorFields)[number]
/** A field that is not named is optional. */
export type AuthorFieldRules = Partial<Record<AuthorField, RatingRule>>

/** Consent texts by language, beside the one in the language of the form. */
export type ConsentTexts = Partial<Record<WallLanguage, string>>

/** `choice` takes one of the options, `choices` several; a scale runs from 1 to 5, a score from 0 to 10. */
export const questionKinds = ['short', 'long', 'choice', 'choices', 'scale', 'score', 'date', 'link'] as const
/**
 * The look of a form's page; absent members are as on any form: one page, the question on a tint of the brand, headings with serifs
 * over text without.
 */
export type FormLook = {
	pages?: 'steps'
	background?: 'plain'
	font?: 'serif' | 'sans' | 'brand'
	/** A file of the bucket `brand`, behind the question. */
	picture?: string
}

export type QuestionKind = (typeof questionKinds)[number]

/** One further question of a form. `options` are the answers to choose from. */
export type PublicQuestion = {
	id: string
	position: number
	kind: QuestionKind
	label: string
	tip: string | null
	options: string[]
	/** The most options that may be chosen, with kind `choices`; null: all. */
	most: number | null
	/** The meaning of the lowest and the highest number. */
	low_label: string | null
	high_label: string | null
	required: boolean
}

/** The public part of a space's brand. `logo_url` and `icon_url` are paths on our own origin; `color` is the raw `#rrggbb`. */
export type PublicBrand = {
	logo_url: string | null
	color: string | null
	font: string | null
	theme: 'auto' | 'light' | 'dark' | null
	/** The icon in the tab; absent without one. */
	icon_url?: string
}

/** The column `thank_you`, whose members are texts. */
export type StoredThankYou = {
	title: string
	message: string
	link_url: string
	link_label: string
	/** Seconds until visitors are taken to `link_url`; absent: they stay. */
	move_after: MoveSeconds
	/** A code that every sender gets alike, whatever they wrote. */
	coupon_code: string
	coupon_label: string
}

export const moveSeconds = ['10', '20', '30'] as const
export type MoveSeconds = (typeof moveSeconds)[number]

/** Shown after sending. The coupon itself is in the receipt: only senders get it. */
export type ThankYou = Partial<Pick<StoredThankYou, 'title' | 'message' | 'link_url' | 'link_label'>> & {
	/** Only with an https address. */
	move_after?: number
	has_coupon?: true
}

/** The coupon of a form; without a label, the page has words of its own. */
export type Coupon = { code: string; label: string | null }

/**
 * The public definition of a form: what `GET /functions/v1/form?slug=` answers and what the page
 * /collect/{slug} is rendered from. It contains nothing that only members may see.
 * `slug` is the present one, even when a former slug was requested. `max_seconds` limits a recording.
 */
export type PublicForm = {
	id: string
	slug: string
	name: string
	title: string
	intro: string | null
	accepts: Kind[]
	rating: RatingRule
	/** True when the form asks for a title of the testimonial; `title` is the form's own heading. */
	title_rule: RatingRule
	max_seconds: number
	consent_text: string
	/** The consent in further languages, in which the page can be read, too. */
	consent_texts: ConsentTexts
	/** Questions beside the text box; null: the page's own, empty: none. */
	prompts: string[] | null
	reward_disclosure: string | null
	thank_you: ThankYou
	locale: string
	is_open: boolean
	author_fields: AuthorFieldRules
	look: FormLook
	/** The words for visitors of the closed form instead of the page's own. */
	closed_text: string | null
	/** For a closed form: slug of a published wall of the same space, if any. */
	wall: string | null
	/** The private link is not mailed. */
	no_mail?: true
	/** `font` of a form that is set in the brand's. */
	space: { name: string; brand: PublicBrand; font?: BrandFont }
	questions: PublicQuestion[]
}
