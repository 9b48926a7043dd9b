import { notificationMails } from './notifications/en.ts'
import { recordingMails } from './recordings/en.ts'

/** Every mail of the product in English; other languages have the same keys. `{…}` is a placeholder. */
export const en = {
	private_link: {
		subject: 'Your words have arrived at {space}',
		preview: 'Keep this mail: it holds your private link.',
		heading: 'Thank you, {name}. Your words have arrived.',
		heading_unnamed: 'Thank you. Your words have arrived.',
		intro:
			'{space} reads them and decides whether to publish them. On your private page you see where they are shown, and you can edit, withdraw or erase them at any time.',
		action: 'Open your private page',
		once: 'Keep this mail to yourself: anyone who has the link can change your words.',
		notYou: 'Not you? Then somebody mistyped their address. Open the page and erase what was sent.',
		stop: 'No more mails about these words',
	},
	...notificationMails,
	...recordingMails,
	invitation: {
		action: 'Write a few words',
		once: 'The link is yours alone until {date}, and works once.',
		why: 'You get this because {space} asked you for a few words.',
		decline: 'Do not ask me again',
		sent: 'Sent with Plaudit.',
	},
	invitation_reminder: {
		subject: 'A reminder: {subject}',
		preview: 'The only reminder. If you would rather not, do nothing.',
		intro:
			'On {date} {space} asked you for a few words. If you would rather not, do nothing: this is the only reminder.',
	},
	member_invitation: {
		subject: '{inviter} asks you to join {space}',
		subject_unnamed: 'You are asked to join {space}',
		preview_owner: 'As an owner. The link works until {until}.',
		preview_editor: 'As an editor. The link works until {until}.',
		preview_viewer: 'As a viewer. The link works until {until}.',
		heading_owner: 'Join {space} as an owner',
		heading_editor: 'Join {space} as an editor',
		heading_viewer: 'Join {space} as a viewer',
		intro: '{inviter} invites you to work on the testimonials of {space}.',
		intro_unnamed: 'You are invited to work on the testimonials of {space}.',
		may_owner: 'You can do everything: approve, reply, change forms and walls, invite others, and delete the space.',
		may_editor: 'You can read, approve and reply, and change forms and walls.',
		may_viewer: 'You can read every testimonial, and change nothing.',
		action: 'See the invitation',
		only: 'For {email} only, until {until}.',
		unknown: 'You do not know what this is about? Do nothing, and nothing happens.',
	},
}

/** The mails of one language. A language with more plural forms has further keys, such as `heading_few`. */
export type ProductMails = {
	[Mail in keyof typeof en]: { [Key in keyof (typeof en)[Mail]]: string } & Record<string, string>
}
