/** What a visitor may send on a form. */
export type Kind = 'text' | 'photo' | 'video' | 'audio'
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

/** The owner's look, as the public may see it. `logo_url` is absolute; `color` is the raw `#rrggbb`. */
export type PublicBrand = {
	logo_url: string | null
	color: string | null
	font: string | null
	theme: 'auto' | 'light' | 'dark' | null
}

/** Words shown after sending; each is optional. */
export type ThankYou = {
	title?: string
	message?: string
	link_url?: string
	link_label?: string
}

/**
 * The public definition of a form: what `GET /functions/v1/form?slug=` answers and what the page
 * /collect/{slug} is drawn from. It carries nothing that only members may see.
 * `slug` is the form's present one, also when an old slug was asked for. `max_seconds` is of a recording.
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
	/** The slug of a published wall of the same space, where the form is closed and there is one. */
	wall: string | null
	space: { name: string; brand: PublicBrand }
	questions: PublicQuestion[]
}
