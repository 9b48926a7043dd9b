import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { askedFor } from './asked-for.ts'
import { button, codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Signs in without a password. */
export function magicLink({ code, link, device, requestedAt }: AuthMailData): MailContent {
	return {
		subject: `${code} is your Plaudit code`,
		preview: 'Type it where you asked for it, or use the button.',
		heading: 'Sign in to Plaudit',
		blocks: [
			paragraph('Type this code where you asked for it:'),
			codeBlock(code),
			paragraph('Or open Plaudit on this device:'),
			button('Sign in', link),
			small(`Both work once, for one hour. ${askedFor(requestedAt, device)}`),
			rule,
			small(
				'Did not ask for it? Nobody can get in without this mail. You can delete it. We never ask for the code by phone or chat.',
			),
		],
	}
}
