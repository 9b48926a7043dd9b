import type { Receipt, ReceiptEvent } from '#shared/receipt.ts'

export const starLabels = ['1 star, poor', '2 stars, fair', '3 stars, good', '4 stars, very good', '5 stars, excellent']
export const starTexts = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

/** The status in one sentence; `shown` fills the dot beside it. */
export function describeStatus(receipt: Receipt): { shown: boolean; text: string } {
	const space = receipt.space.name
	const { withdrawn_at, is_public, approved_at, status, edit_pending, consent } = receipt
	if (withdrawn_at) return { shown: false, text: `Withdrawn on ${formatDay(withdrawn_at)}. It is shown nowhere.` }
	if (is_public) {
		const since = approved_at ? `Published since ${formatDay(approved_at)}` : 'Published'
		return { shown: true, text: edit_pending ? `${since}. Your edit waits for ${space}` : since }
	}
	if (consent?.scope === 'private' || !consent)
		return { shown: false, text: `Only ${space} can read it. Nothing is published.` }
	if (status === 'pending') return { shown: false, text: `Waiting for ${space} to read it. It is shown nowhere yet.` }
	return { shown: false, text: `${space} keeps it and does not show it.` }
}

const verificationLabels: Readonly<Record<string, string>> = {
	order: 'booking checked',
	provider: 'account checked',
	email: 'confirmed by e-mail',
	invited: 'invited',
	imported: 'imported',
	vouched: 'entered by the brand',
}

/** Job, company and verification on one line. */
export function describeAuthor({ author, basis }: Receipt): string {
	return [author.title, author.company, basis ? verificationLabels[basis] : null].filter(Boolean).join(', ')
}

/** One line of the history, in the second person. */
export function eventText({ kind, by }: ReceiptEvent, space: string): string {
	const who = by === 'submitter' ? 'You' : by === 'owner' ? space : 'Plaudit'
	const words: Readonly<Record<string, string>> = {
		submitted: 'You sent it',
		added: `${space} entered it`,
		approved: `${space} published it`,
		rejected: `${space} decided not to publish it`,
		archived: `${space} took it off its walls`,
		restored: `${space} will look at it again`,
		pending: `It waits for ${space} again`,
		excerpted: `${space} chose the part to show`,
		edited: `${who} changed the words`,
		withdrawn: `${who} withdrew it`,
		returned: `${who} put it back`,
		consented: 'You said what may be done with it',
		consent_revoked: 'The earlier consent ended',
		replied: `${space} answered`,
	}
	return words[kind] ?? `${who}: ${kind.replaceAll('_', ' ')}`
}

/** The message after an action on a published testimonial. */
export const publishedMessages = {
	edited: 'Your edit is saved. What was published stays up until it has been read.',
	consented: 'Your consent is saved.',
	withdrawn: 'It is withdrawn. Within 60 seconds it is gone from every wall.',
	returned: 'It is back where it was.',
}

/** The same for a private one. */
export function unpublishedMessages(space: string): typeof publishedMessages {
	return {
		edited: `Your edit is saved, and waits for ${space}.`,
		consented: 'Your consent is saved.',
		withdrawn: publishedMessages.withdrawn,
		returned: `It is back, and waits for ${space}.`,
	}
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'UTC',
})

/** `14 November 2026`, in UTC: the server does not know the reader's time zone. */
export function formatDay(iso: string): string {
	return day.format(new Date(iso))
}

/** `14 November 2026 at 09:41 UTC`. */
export function formatDateTime(iso: string): string {
	return `${moment.format(new Date(iso))} UTC`
}
