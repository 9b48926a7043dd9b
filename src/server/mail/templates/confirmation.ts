import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { button, codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Proves that a new account's address is its owner's. */
export function confirmation({ email, code, link }: AuthMailData): MailContent {
	return {
		subject: 'Confirm your address for Plaudit',
		preview: 'One click, and your account is ready.',
		heading: 'Confirm your address',
		blocks: [
			paragraph(
				`You made an account with ${email}. Confirm that the address is yours, and your first form is ready to share.`,
			),
			button('Confirm address', link),
			paragraph('Or type this code where you are asked for it:'),
			codeBlock(code),
			small(
				'The button opens a page with one more click, so that a mail scanner cannot use up your link. Button and code work once, for 24 hours.',
			),
			rule,
			small('Not you? Do nothing. Nobody can use the account without this mail.'),
		],
	}
}
