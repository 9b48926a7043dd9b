import { z } from 'zod'
import { button, type MailContent, paragraph, rule, small } from './layout.ts'

/** What the mail with a submitter's private link is made from. */
export const privateLinkData = z.object({ space: z.string(), link: z.string() })
export type PrivateLinkData = z.infer<typeof privateLinkData>

/** Brings whoever wrote the page where their words stay theirs. Nothing that a sender typed is repeated in it. */
export function privateLink({ space, link }: PrivateLinkData): MailContent {
	return {
		subject: `Your words for ${space}`,
		preview: 'Your private link to edit, withdraw or erase them.',
		heading: `Thank you for writing to ${space}`,
		blocks: [
			paragraph(
				'Your words have arrived. On a page of your own you see where they are shown, and you can edit, withdraw or erase them at any time.',
			),
			button('Open your page', link),
			small('Keep the link to yourself: whoever has it can change your words.'),
			rule,
			small(
				'You did not write anything? Then somebody mistyped their address. Open the page and erase what was sent, or delete this mail.',
			),
		],
	}
}
