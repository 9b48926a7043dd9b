import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { askedFor } from './asked-for.ts'
import { button, codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Lets somebody in who forgot the password. */
export function recovery({ email, code, link, device, requestedAt }: AuthMailData): MailContent {
	return {
		subject: 'Choose a new password for Plaudit',
		preview: 'The link works once, for one hour.',
		heading: 'Choose a new password',
		blocks: [
			paragraph(`Somebody, probably you, asked for a new password for ${email}.`),
			button('Choose a new password', link),
			paragraph('Or type this code where you are asked for it:'),
			codeBlock(code),
			small(
				'Both work once, for one hour. Your old password stays in force until you set a new one; then every other session is signed out.',
			),
			small(askedFor(requestedAt, device)),
			rule,
			small(
				'Not you? Your account is as it was. If this keeps happening, turn on a second factor under Account.',
			),
		],
	}
}
