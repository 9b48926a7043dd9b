import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { button, codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Brings somebody in whom an administrator invited. */
export function invite({ email, code, link }: AuthMailData): MailContent {
	return {
		subject: 'You are invited to Plaudit',
		preview: 'One click, and you are in.',
		heading: 'You are invited',
		blocks: [
			paragraph(`Somebody made room for ${email} on their Plaudit. Accept, and you are in.`),
			button('Accept the invitation', link),
			paragraph('Or type this code where you are asked for it:'),
			codeBlock(code),
			small('Button and code work once, for 24 hours.'),
			rule,
			small('Did not expect this? Do nothing, and no account is opened.'),
		],
	}
}
