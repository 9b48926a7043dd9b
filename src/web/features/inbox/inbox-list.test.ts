import { describe, expect, it } from 'vitest'
import { emptyFilter, filtersInUse, type InboxFilter, matches } from './inbox-filter.ts'
import { bestBasis, liveScope, mayBePublic } from './inbox-item.ts'
import { correctPage, dropItem, flatten, type InboxPage, placeItem } from './inbox-list.ts'
import { sampleItem as item } from './sample-item.ts'

const ids = (pages: InboxPage[]) => flatten(pages).map((one) => one.id)
const pages = (more = true): InboxPage[] => [
	{ items: [item('a', 20), item('b', 18)], more: true },
	{ items: [item('c', 12), item('d', 10)], more },
]

describe('the loaded pages', () => {
	it('take a new testimonial at the top', () => {
		expect(ids(placeItem(pages(), item('n', 22), true))).toEqual(['n', 'a', 'b', 'c', 'd'])
	})

	it('put a returning one back at its place', () => {
		expect(ids(placeItem(pages(), item('x', 15), true))).toEqual(['a', 'b', 'x', 'c', 'd'])
	})

	it('leave out one that is older than all while the server has more', () => {
		expect(ids(placeItem(pages(true), item('z', 1), true))).toEqual(['a', 'b', 'c', 'd'])
		expect(ids(placeItem(pages(false), item('z', 1), true))).toEqual(['a', 'b', 'c', 'd', 'z'])
	})

	it('change one in place without a twin', () => {
		const next = placeItem(pages(), item('b', 18, { is_pinned: true }), true)
		expect(ids(next)).toEqual(['a', 'b', 'c', 'd'])
		expect(flatten(next)[1]?.is_pinned).toBe(true)
	})

	it('drop one that no longer belongs, and stay the same array when it was not there', () => {
		expect(ids(placeItem(pages(), item('b', 18), false))).toEqual(['a', 'c', 'd'])
		const before = pages()
		expect(dropItem(before, 'q')).toBe(before)
	})

	it('stand corrected by what was changed here while they were read', () => {
		const [first = { items: [], more: false }, second = first] = pages()
		const shown = [item('x', 15), item('b', 18, { status: 'approved' })]
		const waiting = ({ status }: { status: string }) => status === 'pending'
		expect(ids([correctPage(first, null, shown, waiting)])).toEqual(['a'])
		expect(ids([correctPage(second, item('b', 18), shown, waiting)])).toEqual(['x', 'c', 'd'])
		expect(ids([correctPage(second, item('y', 13), shown, waiting)])).toEqual(['c', 'd'])
	})

	it('fill an empty list', () => {
		expect(ids(placeItem([{ items: [], more: false }], item('n', 1), true))).toEqual(['n'])
	})

	it('order equal times by id', () => {
		const next = placeItem(
			[{ items: [item('b', 5), item('a', 5)], more: false }],
			item('c', 5),
			true,
		)
		expect(ids(next)).toEqual(['c', 'b', 'a'])
	})
})

describe('a filter', () => {
	const f = (change: Partial<InboxFilter>): InboxFilter => ({ ...emptyFilter, ...change })

	it('keeps suspects out of Pending and in Suspect', () => {
		const suspect = item('a', 1, { spam_state: 'suspect' })
		expect(matches(f({ view: 'pending' }), suspect)).toBe(false)
		expect(matches(f({ view: 'suspect' }), suspect)).toBe(true)
		expect(matches(f({ view: 'suspect' }), { ...suspect, status: 'rejected' })).toBe(false)
	})

	it('shows a withdrawn one only among the archived', () => {
		const gone = item('a', 1, { status: 'approved', withdrawn_at: '2026-11-20T10:00:00+00:00' })
		expect(matches(f({ view: 'approved' }), gone)).toBe(false)
		expect(matches(f({ view: 'archived' }), gone)).toBe(true)
	})

	it('tells a missing rating from a low one', () => {
		expect(matches(f({ ratings: ['none'] }), item('a', 1, { rating: null }))).toBe(true)
		expect(matches(f({ ratings: ['none'] }), item('a', 1, { rating: 1 }))).toBe(false)
		expect(matches(f({ ratings: ['1', 'none'] }), item('a', 1, { rating: 1 }))).toBe(true)
	})

	it('compares the primary language', () => {
		expect(matches(f({ langs: ['en'] }), item('a', 1))).toBe(true)
		expect(matches(f({ langs: ['ar'] }), item('a', 1))).toBe(false)
		expect(matches(f({ langs: ['ar'] }), item('a', 1, { locale: 'ar' }))).toBe(true)
	})

	it('includes both of its days', () => {
		const noon = item('a', 12)
		const day = new Date(noon.submitted_at)
		const text = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
		expect(matches(f({ from: text, to: text }), noon)).toBe(true)
		expect(matches(f({ to: '2026-11-01' }), noon)).toBe(false)
	})

	it('searches words and names without regard to case', () => {
		expect(matches(f({ q: 'LOVELY' }), item('a', 1))).toBe(true)
		expect(matches(f({ q: ' harbour ' }), item('a', 1))).toBe(true)
		expect(matches(f({ q: 'xyz' }), item('a', 1))).toBe(false)
	})

	it('counts what is in use', () => {
		expect(filtersInUse(emptyFilter)).toBe(0)
		expect(filtersInUse(f({ forms: ['x', 'y'], q: 'a', from: '2026-01-01' }))).toBe(3)
	})
})

describe('what is known of a testimonial', () => {
	it('goes by the last consent, unless it was taken back', () => {
		const given = (scope: 'public' | 'private', at: string, revoked: string | null = null) => ({
			scope,
			given_at: at,
			revoked_at: revoked,
		})
		expect(liveScope({ consents: [given('public', '1'), given('private', '2')] })).toBe('private')
		expect(liveScope({ consents: [given('public', '1', '3')] })).toBeNull()
		expect(mayBePublic(item('a', 1, { consents: [given('public', '1')] }))).toBe(true)
		expect(mayBePublic(item('a', 1))).toBe(false)
	})

	it('names the strongest verification', () => {
		const verifications = [
			{ basis: 'vouched' as const, verified_at: '1' },
			{ basis: 'email' as const, verified_at: '2' },
		]
		expect(bestBasis({ verifications })).toBe('email')
		expect(bestBasis({ verifications: [] })).toBeNull()
	})
})
