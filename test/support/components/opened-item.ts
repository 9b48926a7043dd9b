import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'
import { space } from './open-screen.tsx'

/** A testimonial of the space with what the inbox reads of an opened one. */
export const openedItem = (id: string, hour: number, change: Partial<InboxItem> = {}) => ({
	...createSampleItem(id, hour, { space_id: space.id, ...change }),
	notes: [],
	earlier: [],
	reply: null,
	answers: [],
	events: [],
	proposals: [],
	contact: null,
})
