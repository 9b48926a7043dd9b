/** Texts of the page that declines invitations. `{space}` and `{email}` are placeholders; `address` stands for the address of an erased invitation. */
export const english = {
	title: 'Rather not?',
	intro: '{space} asked you to write a few words.',
	text: 'Press the button and {space} will not ask {email} again. They see that you declined, and nothing else.',
	address: 'this address',
	decline: 'Do not ask me again',
	write: 'I would like to write after all',
	doneTitle: 'That is fine. You will not be asked again.',
	done: '{space} does not ask {email} again.',
	list: 'Your address stays on one list only: the one of people whom {space} does not ask.',
	undo: 'Undo',
}

/** The texts of one language. */
export type DeclineMessages = Record<keyof typeof english, string>
