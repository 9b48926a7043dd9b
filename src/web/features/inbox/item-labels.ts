import type { ConsentScope, Source } from '#shared/rows.ts'
import type { Basis } from '#shared/wall/wall.ts'
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
	all: 'All',
}

/** A verification in a word, what it proves and what not, and what its evidence is. */
export const verificationLabels: Record<Basis, { label: string; why: string; evidence: string }> = {
	order: {
		label: 'Order',
		why: 'Came by a link with an order that your shop signed. It does not prove that the buyer wrote it.',
		evidence: 'Order',
	},
	provider: {
		label: 'Signed in',
		why: 'The submitter signed in with an account of theirs elsewhere. It does not prove that they are a customer.',
		evidence: 'Account',
	},
	email: {
		label: 'E-mail',
		why: 'The submitter opened a mail at the address they gave. It does not prove their name.',
		evidence: 'Address',
	},
	invited: {
		label: 'Invited',
		why: 'Came by a personal link that you sent and that works once. It does not prove that nobody else used that link.',
		evidence: 'Invited',
	},
	imported: {
		label: 'Imported',
		why: 'Brought in from another place. Nobody here checked who wrote it.',
		evidence: 'From',
	},
	vouched: {
		label: 'Vouched',
		why: 'A member of this space typed it in and vouches for it.',
		evidence: 'Origin',
	},
}

/** The way in which a testimonial came here. */
export const sourceLabels: Record<Source, string> = {
	form: 'Sent through a form',
	import: 'Imported',
	manual: 'Added by hand',
	api: 'Sent by key',
}

export const consentScopeLabels: Record<ConsentScope, string> = {
	public: 'Public, with their name',
	anonymous: 'Public, without their name',
	private: 'Private: only members of this space may read it',
}

/** The scopes of consent in a few words. */
export const consentScopeWords: Record<ConsentScope, string> = {
	public: 'Public',
	anonymous: 'Without a name',
	private: 'Private',
}

/** Announcement of a new testimonial: "New testimonial from Wes Okafor, 4 of 5 stars, photo." */
export const newTestimonialText = (item: InboxItem): string => {
	const stars = item.rating === null ? 'no rating' : `${item.rating} of 5 stars`
	const kind = item.kind === 'text' ? '' : `, ${kindLabels[item.kind].toLowerCase()}`
	return `New testimonial from ${item.author_name}, ${stars}${kind}.`
}
