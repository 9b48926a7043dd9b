export type Kind = 'text' | 'photo' | 'video' | 'audio'
export type RecordingKind = 'video' | 'audio'

/** Whether testimonials of a kind are told by a recording. */
export const isRecordingKind = (kind: string | undefined): kind is RecordingKind => kind === 'video' || kind === 'audio'

export type RatingRule = 'off' | 'optional' | 'required'
export type QuestionKind = 'short' | 'long' | 'choice' | 'scale' | 'link'

/** One further question of a form. `options` are the choices of kind `choice`; a scale runs from 1 to 5. */
export type PublicQuestion = {
	id: string
	position: number
	kind: QuestionKind
	label: string
	tip: string | null
	options: string[]
	required: boolean
}

/** The public part of a space's brand. `logo_url` is absolute; `color` is the raw `#rrggbb`. */
export type PublicBrand = {
	logo_url: string | null
	color: string | null
	font: string | null
	theme: 'auto' | 'light' | 'dark' | null
}

/** Shown after sending. */
export type ThankYou = {
	title?: string
	message?: string
	link_url?: string
	link_label?: string
}

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
	max_seconds: number
	consent_text: string
	reward_disclosure: string | null
	thank_you: ThankYou
	locale: string
	is_open: boolean
	/** For a closed form: slug of a published wall of the same space, if any. */
	wall: string | null
	space: { name: string; brand: PublicBrand }
	questions: PublicQuestion[]
}
