/** Words of the card that asks for a testimonial on another website, and their language. */
export type PromptText = {
	lang: string
	dir: 'ltr' | 'rtl'
	label: string
	text: string
	write: string
	later: string
	close: string
}

/** The JSON of `/collect/{slug}/prompt.json`: a card without its script. */
export type Prompt = PromptText & {
	/** Address of the form's page. */
	link: string
	slug: string
	question: string
	/** Address of the logo; null without one. */
	logo: string | null
	/** CSS declarations of the brand's colours for light and dark pages; empty for those of the card itself. */
	style: string
}
