/**
 * The invitation mail that the app suggests, in the language of the form. The server fills `{name}`, `{space}` and
 * `{form}` for each recipient.
 */
export const english = {
	subject: 'A few words about {space}?',
	message:
		'Hello {name},\n\nthank you for choosing {space}. Would you tell others how it went? A few honest sentences are plenty; it takes a minute, and you need no account.\n\nI read every one myself.',
}

/** The texts of one language. */
export type InvitationMessages = Record<keyof typeof english, string>
