import type { ConsentScope } from '#shared/rows.ts'
import type { Basis } from '#shared/wall.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import type { InboxItem } from './data/inbox-item.ts'
import type { View } from './filters/inbox-filter.ts'

/** The names of the views; those of a status name the status, too. */
export const viewLabels: Record<View, string> = {
	pending: 'Pending',
	approved: 'Approved',
	starred: 'Starred',
	archived: 'Archived',
	rejected: 'Rejected',
	suspect: 'Spam',
}

/** A verification in a word, and its basis. `checked` ones were established by the server. */
export const verificationLabels: Record<Basis, { label: string; why: string; checked: boolean }> = {
	order: {
		label: 'Order',
		why: 'Tied to an order that your shop confirmed. Set by the server; nobody can edit it.',
		checked: true,
	},
	invited: {
		label: 'Invited',
		why: 'Came by a single-use link that you sent. Set by the server; nobody can edit it.',
		checked: true,
	},
	provider: {
		label: 'Signed in',
		why: 'The submitter had signed in with an account of theirs. Set by the server; nobody can edit it.',
		checked: true,
	},
	email: {
		label: 'E-mail',
		why: 'The submitter opened a link in their mail. Set by the server; nobody can edit it.',
		checked: true,
	},
	imported: {
		label: 'Imported',
		why: 'Brought in from another place. Nobody here checked who wrote it.',
		checked: false,
	},
	vouched: {
		label: 'Vouched',
		why: 'A member of this space typed it in and vouches for it.',
		checked: false,
	},
}

export const consentScopeLabels: Record<ConsentScope, string> = {
	public: 'Public, with their name',
	anonymous: 'Public, without their name',
	private: 'Private: only members of this space may read it',
}

/** Announcement of a new testimonial: "New testimonial from Wes Okafor, 4 of 5 stars, photo." */
export const newTestimonialText = (item: InboxItem): string => {
	const stars = item.rating === null ? 'no rating' : `${item.rating} of 5 stars`
	const kind = item.kind === 'text' ? '' : `, ${kindLabels[item.kind].toLowerCase()}`
	return `New testimonial from ${item.author_name}, ${stars}${kind}.`
}
