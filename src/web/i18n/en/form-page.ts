/** Texts around the form: in a frame on another website, and in steps. Only the server renders them. */
export const english = {
	close: 'Close. Your draft is kept.',
	reads: '{space} reads it first.',
	step: 'Step {n} of {all}',
	next: 'Continue',
	back: 'Back',
}

export type FormPageMessages = Readonly<Record<keyof typeof english, string>>
