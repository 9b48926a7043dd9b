import { describe, expect, it } from 'vitest'
import { sampleItem } from './sample-item.ts'
import { changeOf, changesFor, decidedWords, refusalWords, verdictsFor } from './verdict.ts'

const pending = sampleItem('a')
const approved = sampleItem('b', 9, { status: 'approved' })

describe('a verdict', () => {
	it('moves only along the lines of the product', () => {
		expect(verdictsFor(pending)).toEqual(['reject', 'approve'])
		expect(verdictsFor(approved)).toEqual(['restore', 'archive'])
		expect(verdictsFor(sampleItem('c', 9, { status: 'rejected' }))).toEqual(['restore'])
		expect(verdictsFor(sampleItem('c', 9, { status: 'archived' }))).toEqual(['approve'])
		expect(verdictsFor(sampleItem('c', 9, { withdrawn_at: 'x' }))).toEqual([])
	})

	it('leaves those alone that cannot get it', () => {
		expect(changesFor([pending, approved], 'approve').map((change) => change.id)).toEqual(['a'])
		expect(changesFor([pending], 'archive')).toEqual([])
		expect(refusalWords(pending, 'archive')).toMatch(/Approve or reject/)
	})

	it('clears a suspicion when it approves, and knows the way back', () => {
		const suspect = sampleItem('a', 9, { spam_state: 'suspect' })
		expect(changesFor([suspect], 'approve')[0]).toEqual({
			id: 'a',
			name: 'Ines Carvalho',
			before: { status: 'pending', spam_state: 'suspect' },
			after: { status: 'approved', spam_state: 'clean' },
		})
	})

	it('is told by name, or by number when it was several', () => {
		expect(decidedWords('approve', changesFor([pending], 'approve'))).toBe('Approved Ines Carvalho')
		expect(decidedWords('reject', changesFor([pending, { ...pending, id: 'z' }], 'reject'))).toBe(
			'Rejected 2',
		)
	})

	it('remembers an empty excerpt as the way back', () => {
		expect(changeOf(pending, { excerpt_start: 1, excerpt_end: 4 }).before).toEqual({
			excerpt_start: null,
			excerpt_end: null,
		})
	})
})
