import type { AuthMailData } from '#server/mail/auth-mail-data.ts'
import { askedFor } from './asked-for.ts'
import { codeBlock, type MailContent, paragraph, rule, small } from './layout.ts'

/** Proves once more who sits at the keyboard, before something that matters. */
export function reauthentication({ code, device, requestedAt }: AuthMailData): MailContent {
	return {
		subject: `${code} confirms that it is you`,
		preview: 'Type it where you were asked for it.',
		heading: 'Confirm that it is you',
		blocks: [
			paragraph('Type this code where you were asked for it:'),
			codeBlock(code),
			small(`It works once, for one hour. ${askedFor(requestedAt, device)}`),
			rule,
			small(
				'Did not ask for it? Somebody may be signed in to your account: choose a new password. We never ask for the code by phone or chat.',
			),
		],
	}
}
