import type { Kind } from './form/public-form.ts'
import type { ConsentScope, Source } from './rows.ts'
import type { Basis } from './wall/wall.ts'

export const bulkActions = ['approve', 'reject', 'archive', 'restore', 'tag', 'untag', 'assign'] as const
export type BulkAction = (typeof bulkActions)[number]

/** The most ids of one bulk action; a filter may match any number. */
export const mostBulkIds = 5000

/** A filter of the inbox. `from` is the first instant, `to` the first after the last; a day (YYYY-MM-DD) is one in UTC, and `to` includes it. */
export type BulkFilter = {
	view?: string
	q?: string
	/** Ids of tags, of which one is enough. */
	tags?: string[]
	kinds?: Kind[]
	source?: Source
	stars?: (number | 'none')[]
	/** Ids of forms. */
	form?: string | string[]
	from?: string
	to?: string
	basis?: Basis[]
	/** A testimonial without a live consent is private. */
	consent?: ConsentScope[]
	replied?: boolean
	/** The whole name, in any case. */
	company?: string
	/** Primary language subtags. */
	langs?: string[]
	/** The id of a member. */
	assigned?: string
}

/** The body of `POST bulk`. */
export type BulkBody = {
	space_id: string
	filter: BulkFilter | { ids: string[] }
	action: BulkAction
	/** `tag` and `untag`: the id or the name of a tag. `assign`: the id of a member, or null for no one. */
	value?: string | null
}

/** The answer of `POST bulk-summary` about the testimonials that a filter matches. */
export type BulkSummary = {
	total: number
	/** Numbers to which each decision applies. */
	actions: Record<'approve' | 'reject' | 'archive' | 'restore', number>
	/** Keyed by `1` to `5` and `none`. */
	ratings: Record<string, number>
	sources: Record<string, number>
	consents: Partial<Record<ConsentScope, number>>
	languages: Record<string, number>
	/** Submitters who would hear of their first publication. */
	mails: number
	/** Names of published walls that choose by rules. */
	walls: string[]
}
