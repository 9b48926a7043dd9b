import { describe, expect, it } from 'vitest'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'
import { availableActions, changesFor, createChange, decisionText, refusalText } from './moderation.ts'

const pending = createSampleItem('a')
const approved = createSampleItem('b', 9, { status: 'approved' })

describe('moderation decisions', () => {
	it('only the allowed transitions between statuses are offered', () => {
		expect(availableActions(pending)).toEqual(['reject', 'approve'])
		expect(availableActions(approved)).toEqual(['restore', 'archive'])
		expect(availableActions(createSampleItem('c', 9, { status: 'rejected' }))).toEqual(['restore'])
		expect(availableActions(createSampleItem('c', 9, { status: 'archived' }))).toEqual(['approve'])
		expect(availableActions(createSampleItem('c', 9, { withdrawn_at: 'x' }))).toEqual([])
	})

	it('a decision leaves out testimonials that it does not apply to', () => {
		expect(changesFor([pending, approved], 'approve').map((change) => change.id)).toEqual(['a'])
		expect(changesFor([pending], 'archive')).toEqual([])
		expect(refusalText(pending, 'archive')).toMatch(/Approve or reject/)
	})

	it('approval clears the spam mark and its undo restores it', () => {
		const suspect = createSampleItem('a', 9, { spam_state: 'suspect' })
		expect(changesFor([suspect], 'approve')[0]).toEqual({
			id: 'a',
			name: 'Ines Carvalho',
			before: { status: 'pending', spam_state: 'suspect' },
			after: { status: 'approved', spam_state: 'clean' },
		})
	})

	it('a decision is labelled by name, or by number when there are several', () => {
		expect(decisionText('approve', changesFor([pending], 'approve'))).toBe('Approved Ines Carvalho')
		expect(decisionText('reject', changesFor([pending, { ...pending, id: 'z' }], 'reject'))).toBe('Rejected 2')
	})

	it('undo restores an empty excerpt', () => {
		expect(createChange(pending, { excerpt_start: 1, excerpt_end: 4 }).before).toEqual({
			excerpt_start: null,
			excerpt_end: null,
		})
	})
})
