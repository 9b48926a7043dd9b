/** Texts of the page that stops mails. `{space}` and `{email}` are placeholders. */
export const english = {
	title: 'Stop these mails?',
	alerts: 'Mails about testimonials for {space}, sent to {email}.',
	ownWords: 'Mails about your words for {space}, sent to {email}.',
	stop: 'Stop them',
	daily: 'One mail a day instead',
	immediate: 'Each one at once instead',
	inbox: 'Testimonials go on arriving in the inbox. Mails about your account are not affected.',
	page: 'Your private page stays as it is. Only you and {space} know the address.',
	stoppedTitle: 'You get no more of these.',
	stopped: 'Mails about testimonials for {space} are off for {email}.',
	stoppedOwn: 'Mails about your words for {space} are off for {email}.',
	onTitle: 'Your choice is saved.',
	onDaily: '{email} gets one mail a day about {space}, at 08:00, and none when nothing happened.',
	onImmediate: '{email} gets a mail for each testimonial for {space}.',
	onChanged: '{email} gets a mail only when somebody edits or withdraws a testimonial for {space}.',
	onOwn: '{email} gets mails about the words for {space}.',
	undo: 'Undo',
	account: 'Choose in your account',
	goneTitle: 'There is nothing to stop here.',
	gone: 'The link may be cut short. Or you are no longer a member of that space, or the testimonial was erased: then no such mails are sent.',
}

/** The texts of one language. */
export type UnsubscribeMessages = Record<keyof typeof english, string>
