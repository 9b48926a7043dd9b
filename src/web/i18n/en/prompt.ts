/** Texts of the card that asks for a testimonial on another website. `text` stands where the form has no introduction. */
export const english = {
	label: 'Asked once by {space}',
	text: 'A sentence is plenty.',
	write: 'Say a few words',
	later: 'Not now',
	close: 'Close',
}

/** The texts of one language. */
export type PromptMessages = Record<keyof typeof english, string>
