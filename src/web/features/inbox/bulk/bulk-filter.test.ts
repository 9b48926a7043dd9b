import { expect, it } from 'vitest'
import { dayStart, emptyFilter } from '#web/features/inbox/filters/inbox-filter.ts'
import { toBulkFilter } from './bulk-filter.ts'

const id = '00000000-0000-4000-8000-000000000001'

it('every filter of the list reaches a bulk action, so that it changes nothing that the list does not show', () => {
	const filter = {
		...emptyFilter,
		view: 'approved' as const,
		forms: [id],
		kinds: ['video' as const],
		ratings: ['5' as const, 'none' as const],
		tag: id,
		assigned: id,
		langs: ['de'],
		from: '2026-03-01',
		to: '2026-03-31',
		basis: ['order' as const],
		consent: ['private' as const],
		source: 'api' as const,
		replied: false,
		company: 'Acme',
		q: 'bowl',
	}
	expect(toBulkFilter(filter)).toEqual({
		view: 'approved',
		form: [id],
		kinds: ['video'],
		stars: [5, 'none'],
		tags: [id],
		assigned: id,
		langs: ['de'],
		from: dayStart('2026-03-01'),
		to: dayStart('2026-03-31', 1),
		basis: ['order'],
		consent: ['private'],
		source: 'api',
		replied: false,
		company: 'Acme',
		q: 'bowl',
	})
	const unread = Object.keys(emptyFilter).filter((key) => key !== 'sort').length
	expect(Object.keys(toBulkFilter(filter))).toHaveLength(unread)
})
