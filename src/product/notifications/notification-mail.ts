import { plainName } from '#product/mails/plain-name.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { ConsentScope, NotificationChoice, SpamState } from '#shared/rows.ts'

/** A change of one testimonial, as `private.notification_mail` gives it. */
export type NotificationItem = {
	id: string
	kind: 'new' | 'edited' | 'withdrawn' | 'accepted' | 'refused'
	testimonial_kind: Kind
	/** The testimonial's own; null once withdrawn. */
	title?: string | null
	/** Null once withdrawn. */
	body: string | null
	rating: number | null
	author_name: string
	author_title: string | null
	author_company: string | null
	locale: string
	spam_state: SpamState
	scope: ConsentScope | null
	/** The form's name; null for one without a form. */
	form: string | null
	/** True when it was sent by the personal link of an invitation. */
	is_invited: boolean
	/** Length of a recording; null for other kinds, and until it is measured. */
	seconds?: number | null
}

/** One claimed mail to a member. */
export type NotificationMail = {
	id: string
	/** Which attempt this is, from 1. */
	attempts: number
	kind: 'each' | 'bundle' | 'digest' | 'test'
	/** Number of events beyond the items. */
	more: number
	since: string
	space: { id: string; name: string; locale: string }
	member: {
		id: string
		locale: string | null
		time_zone: string | null
		/** Null for a member without a confirmed address. */
		to: string | null
		choice: NotificationChoice
	}
	pending: { count: number; oldest: string | null }
	/** Number of testimonials in the view Spam of the inbox. */
	spam: number
	items: NotificationItem[]
}

/** Addresses that a mail links to. */
export type NotificationLinks = { site: string; unsubscribe: string }

/** The same mail with every name as it may stand in a mail: anybody may type anything into a form. */
export function withPlainNames(mail: NotificationMail): NotificationMail {
	const plain = (name: string | null) => name && plainName(name)
	return {
		...mail,
		space: { ...mail.space, name: plainName(mail.space.name) },
		items: mail.items.map((item) => ({
			...item,
			author_name: plainName(item.author_name),
			author_title: plain(item.author_title),
			author_company: plain(item.author_company),
			form: plain(item.form),
		})),
	}
}
