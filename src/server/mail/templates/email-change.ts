import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { askedFor } from './asked-for.ts'
import { button, codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Goes to the old and to the new address; both have to agree. */
export function emailChange({
	email,
	newEmail = '',
	code,
	link,
	device,
	requestedAt,
}: AuthMailData): MailContent {
	const isNew = email === newEmail
	return {
		subject: 'Confirm the new address for your Plaudit account',
		preview: `The account moves to ${newEmail} once both addresses agree.`,
		heading: 'Confirm the new address',
		blocks: [
			paragraph(
				isNew
					? `Somebody, probably you, wants to sign in to Plaudit with ${email} from now on.`
					: `Somebody, probably you, wants to move this account from ${email} to ${newEmail}.`,
			),
			button('Confirm the change', link),
			paragraph('Or type this code where you are asked for it:'),
			codeBlock(code),
			small(
				'Button and code work once, for 24 hours. The change happens when the mails to both addresses were confirmed.',
			),
			small(askedFor(requestedAt, device)),
			rule,
			small(
				isNew
					? 'Not you? Do nothing, and nothing changes.'
					: 'Not you? Do not confirm, and choose a new password: somebody may be signed in to your account.',
			),
		],
	}
}
