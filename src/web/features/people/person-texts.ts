import type { MailRefusal, PersonFound, PersonInvitation, PersonTestimonial } from '#shared/person-api.ts'
import { formatCount, formatList } from '#web/lib/format/format.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'

const mediaNouns = { photo: 'photo', video: 'video', audio: 'audio recording', text: 'file' } as const
const statusWords = {
	pending: 'not decided',
	approved: 'approved',
	rejected: 'rejected',
	archived: 'archived',
} as const

/** "Sent on 12 September, approved, on 2 walls. 2 versions, 1 photo". */
export function describeTestimonial(t: PersonTestimonial): string {
	const state = t.withdrawn_at
		? 'withdrawn'
		: t.status === 'pending' && t.spam_state !== 'clean'
			? 'in Spam'
			: statusWords[t.status]
	const shown = t.walls > 0 ? [`on ${formatCount(t.walls, 'wall')}`] : []
	const parts = [...(t.versions > 1 ? [formatCount(t.versions, 'version')] : []), ...mediaParts(t), ...answers(t)]
	const first = [`Sent ${formatRelative(t.submitted_at, 'day')}`, state, ...shown].join(', ')
	return parts.length === 0 ? first : `${first}. ${parts.join(', ')}`
}

const answers = ({ answers: n }: PersonTestimonial) => (n > 0 ? [formatCount(n, 'answer')] : [])

const mediaParts = ({ media }: PersonTestimonial) =>
	Object.entries(media).map(([kind, n]) => formatCount(n, mediaNouns[kind as keyof typeof mediaNouns]))

const scopeWords = { public: 'Public, with name', anonymous: 'Public, without name', private: 'Private' } as const

/** "Public, with name. 12 September 2026, 18:41". */
export function describeConsent({ consents }: PersonTestimonial): string {
	const [now, ...former] = consents
	if (!now) return 'None: it was added by hand or imported.'
	const ended = now.revoked_at === null ? '' : `, ended ${formatDateTime(now.revoked_at)}`
	const earlier = former.length > 0 ? `. ${formatCount(former.length, 'earlier choice')}` : ''
	return `${scopeWords[now.scope]}. ${formatDateTime(now.given_at)}${ended}${earlier}`
}

/** "Answered on 12 September. Failed on 22 November: mailbox full". */
export const describeInvitations = (invitations: PersonInvitation[]): string =>
	invitations.map(describeInvitation).join('. ')

function describeInvitation(i: PersonInvitation): string {
	if (i.answered_at) return `Answered ${formatRelative(i.answered_at, 'day')}`
	if (i.state === 'failed')
		return `Failed ${formatRelative(i.sent_at ?? i.created_at, 'day')}${i.failure ? `: ${i.failure}` : ''}`
	if (i.state === 'declined') return `Declined, sent ${formatRelative(i.sent_at ?? i.created_at, 'day')}`
	if (i.sent_at)
		return `Sent ${formatRelative(i.sent_at, 'day')}${i.reminded_at ? `, reminded ${formatRelative(i.reminded_at, 'day')}` : ''}`
	return `Queued ${formatRelative(i.created_at, 'day')}`
}

/** "In 1 testimonial and 2 invitations, never public". */
export function describeAddress(found: PersonFound): string {
	const { testimonials, invitation_count: invitations, import_row_count: rows, customer_event_count: events } = found
	const withAddress = testimonials.filter(({ email }) => email !== null).length
	const places = [
		...(withAddress > 0 ? [formatCount(withAddress, 'testimonial')] : []),
		...(invitations > 0 ? [formatCount(invitations, 'invitation')] : []),
		...(rows > 0 ? [formatCount(rows, 'row of an import', 'rows of imports')] : []),
		...(events > 0 ? [formatCount(events, 'event')] : []),
	]
	return `In ${formatList(places)}, never public`
}

const refusalWords: Record<MailRefusal, string> = {
	no_page: 'was imported or added by hand, and only what came through a form has one',
	spam: 'lies in Spam',
	no_address: 'was sent without an address',
	stopped: 'is of somebody who wants no more mails about it',
}

/** Why none of the private pages can be mailed, with every reason that is there. */
export function whyNoMail({ testimonials }: Pick<PersonFound, 'testimonials'>): string {
	const reasons = [...new Set(testimonials.flatMap(({ mail_refusal }) => mail_refusal ?? []))]
	if (reasons.length === 0) return 'There is no private page to mail: they sent no testimonial.'
	const [only] = reasons
	if (testimonials.length === 1 && only) return `No private page can be mailed: the testimonial ${refusalWords[only]}.`
	return `No private page can be mailed: each testimonial ${reasons.map((reason) => refusalWords[reason]).join(', or ')}.`
}

/** The losses by an erasure, one line each. */
export function describeLoss(found: PersonFound): string[] {
	const {
		testimonial_count: count,
		invitation_count: invitations,
		import_row_count: rows,
		testimonials,
		customer_event_count: events,
	} = found
	const versions = testimonials.reduce((sum, { versions: n }) => sum + n, 0)
	const media = testimonials.flatMap(mediaParts)
	const [first] = media
	const files = media.length === 0 ? '' : media.length === 1 ? `, ${first}` : ', all files'
	return [
		...(count > 0
			? [
					`${formatCount(count, 'testimonial')}${versions > testimonials.length ? `, ${formatCount(versions, 'version')}` : ''}${files}`,
				]
			: []),
		...(count > 0 ? ['Answers, consents, marks and history'] : []),
		...(invitations > 0 ? [`Name and address in ${formatCount(invitations, 'invitation')}, queued mails`] : []),
		...(rows > 0 ? [`Cells of ${formatCount(rows, 'row of an import', 'rows of imports')}`] : []),
		...(events > 0 ? [`${formatCount(events, 'event')} that your systems sent`] : []),
		...(count > 0 ? ['Walls, embeds, feeds and caches'] : []),
		'Files under Export, which can be made again',
	]
}
