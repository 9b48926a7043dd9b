/**
 * Texts about verification: the meaning of each mark, the notice on a form that was opened by a link, its section about the visitor's
 * account, and the page that confirms an address. `{space}` is the name of the space, `{mark}` the mark as walls show it.
 */
export const english = {
	lang: 'en',
	// The strip of the form
	askedBy: 'Asked by {space}',
	askedFor: 'for {name}',
	notYou: 'Not you?',
	emailFromInvitation: 'From your invitation. You can change it. Only {space} can see it.',
	invitationUsed:
		'This invitation was answered already. To change that answer, open the private link that you got after sending. You can also write again here.',
	invitationExpired: 'This invitation ended on {date}. You can still write: only the mark “{mark}” is left out.',
	invitationDeclined: 'This invitation was declined. You can still write: only the mark “{mark}” is left out.',
	invitationUnknown:
		'This personal link is not valid for this form. You can still write: only the mark “{mark}” is left out.',
	orderSigned: 'For your order {reference}',
	orderSignedText: 'Sent from here, your words carry the mark “{mark}”.',
	orderUsed: 'Words for this order were sent already. You can still write: only the mark “{mark}” is left out.',
	orderForged: 'This order could not be checked. You can still write: only the mark “{mark}” is left out.',
	// The section about the visitor's account
	accountTitle: 'Show that it is really you',
	accountOptional: 'optional',
	accountText:
		'Sign in with an account that you have. Nothing is posted there, no account is made here, and your words stay.',
	accountWith: 'Continue with {provider}',
	accountOf: 'Signed in with {provider} as {name}',
	accountMark:
		'Your words will carry the mark “{mark}”. {space} also sees the name of the account and the end of its address.',
	accountRemove: 'Remove',
	accountUsed:
		'This sign-in was used for other words already. You can still write: only the mark “{mark}” is left out.',
	accountExpired: 'This sign-in is more than an hour old. You can still write: only the mark “{mark}” is left out.',
	accountUnknown: 'This sign-in is not valid here. You can still write: only the mark “{mark}” is left out.',
	accountCancelled: 'You did not sign in. You can still write: only the mark “{mark}” is left out.',
	accountFailed:
		'The sign-in did not work. You can try again, or write without it: only the mark “{mark}” is left out.',
	accountBusy:
		'Too many sign-ins started from here. Try again in a few minutes, or write without it: only the mark “{mark}” is left out.',
	// The page that confirms an address
	confirmTitle: 'Is this your address?',
	confirmText: 'One press, and your words carry the mark “{mark}”.',
	confirmYes: 'Yes, confirm it',
	confirmLater: 'Not now, open my page',
	confirmHint: '{space} sees that the address is confirmed. The public never sees the address.',
	confirmNotMine: 'You did not write these words? Then do not confirm. You can erase them on that page.',
	confirmedTitle: 'Thank you. Your address is confirmed.',
	confirmedText: 'Your words now carry the mark “{mark}”.',
	confirmedOpen: 'Open your private page',
	// The meaning of each mark
	heading: 'What the marks mean',
	yours: 'How we know it is you',
	none: 'Nothing about who wrote it was checked.',
	byMail: 'The mail with your private link also confirms your address {email}, when you open it from there.',
	why_order:
		'The link to the form carried an order signed by {space}. It does not prove that it was the buyer who wrote.',
	why_provider:
		'When sending this, the writer signed in with an account elsewhere. It does not prove that they are a customer.',
	why_email:
		'The writer opened a mail at the address they gave. It does not prove their name, or that they are a customer.',
	why_invited:
		'Sent by a personal link that works once and that {space} sent to one address. It does not prove that nobody else used that link.',
	why_imported: 'Brought in from another place. Nobody here checked who wrote it.',
	why_vouched: '{space} typed it in and vouches for it. Nobody else checked who wrote it.',
}

/** The texts of one language. */
export type VerificationMessages = Readonly<Record<keyof typeof english, string>>
