import type { BulkFilter } from '#shared/bulk-api.ts'
import { dayStart, type InboxFilter } from '#web/features/inbox/filters/inbox-filter.ts'

/** The filter of the list as the server's bulk actions take it. Days are those of the reader's time zone. */
export const toBulkFilter = (f: InboxFilter): BulkFilter => ({
	view: f.view,
	kinds: f.kinds,
	stars: f.ratings.map((one) => (one === 'none' ? one : Number(one))),
	form: f.forms,
	langs: f.langs,
	basis: f.basis,
	consent: f.consent,
	...(f.source !== null && { source: f.source }),
	...(f.replied !== null && { replied: f.replied }),
	...(f.company !== null && { company: f.company }),
	...(f.tag !== null && { tags: [f.tag] }),
	...(f.assigned !== null && { assigned: f.assigned }),
	...(f.from !== null && { from: dayStart(f.from) }),
	...(f.to !== null && { to: dayStart(f.to, 1) }),
	...(f.q.trim() !== '' && { q: f.q }),
})
