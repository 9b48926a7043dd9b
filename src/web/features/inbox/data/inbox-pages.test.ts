import { describe, expect, it } from 'vitest'
import {
	countActiveFilters,
	emptyFilter,
	type InboxFilter,
	matchesFilter,
} from '#web/features/inbox/filters/inbox-filter.ts'
import { activeConsentScope, canBePublic, strongestVerification } from './inbox-item.ts'
import { correctPage, dropItem, flattenPages, type InboxPage, placeItem } from './inbox-pages.ts'
import { editedFirst, newestFirst } from './item-order.ts'
import { createSampleItem as item } from './sample-item.ts'

const ids = (pages: InboxPage[]) => flattenPages(pages).map((one) => one.id)
const pages = (more = true): InboxPage[] => [
	{ items: [item('a', 20), item('b', 18)], more: true },
	{ items: [item('c', 12), item('d', 10)], more },
]

describe('loaded pages', () => {
	it('a new testimonial is inserted at the top of the loaded pages', () => {
		expect(ids(placeItem(pages(), item('n', 22), true, newestFirst))).toEqual(['n', 'a', 'b', 'c', 'd'])
	})

	it('a returning testimonial is inserted at its place in the loaded pages', () => {
		expect(ids(placeItem(pages(), item('x', 15), true, newestFirst))).toEqual(['a', 'b', 'x', 'c', 'd'])
	})

	it('a testimonial older than all loaded pages is left out while the server has more', () => {
		expect(ids(placeItem(pages(true), item('z', 1), true, newestFirst))).toEqual(['a', 'b', 'c', 'd'])
		expect(ids(placeItem(pages(false), item('z', 1), true, newestFirst))).toEqual(['a', 'b', 'c', 'd', 'z'])
	})

	it('an updated testimonial is replaced without a duplicate', () => {
		const next = placeItem(pages(), item('b', 18, { is_pinned: true }), true, newestFirst)
		expect(ids(next)).toEqual(['a', 'b', 'c', 'd'])
		expect(flattenPages(next)[1]?.is_pinned).toBe(true)
	})

	it('a testimonial that no longer matches is removed; the array stays the same when it was absent', () => {
		expect(ids(placeItem(pages(), item('b', 18), false, newestFirst))).toEqual(['a', 'c', 'd'])
		const before = pages()
		expect(dropItem(before, 'q')).toBe(before)
	})

	it('a fetched page keeps changes that were made while it was in flight', () => {
		const [first = { items: [], more: false }, second = first] = pages()
		const shown = [item('x', 15), item('b', 18, { status: 'approved' })]
		const waiting = ({ status }: { status: string }) => status === 'pending'
		expect(ids([correctPage(first, null, shown, waiting, newestFirst)])).toEqual(['a'])
		expect(ids([correctPage(second, item('b', 18), shown, waiting, newestFirst)])).toEqual(['x', 'c', 'd'])
		expect(ids([correctPage(second, item('y', 13), shown, waiting, newestFirst)])).toEqual(['c', 'd'])
	})

	it('a testimonial is inserted into an empty list', () => {
		expect(ids(placeItem([{ items: [], more: false }], item('n', 1), true, newestFirst))).toEqual(['n'])
	})

	it('an edit by the submitter is inserted above newer testimonials of the pending list', () => {
		const edited = item('e', 1, { version: 2 })
		expect(ids(placeItem(pages(true), edited, true, editedFirst))).toEqual(['e', 'a', 'b', 'c', 'd'])
		const [first = { items: [], more: false }] = pages()
		const after = item('f', 3, { version: 2 })
		expect(ids([correctPage(first, after, [edited], () => true, editedFirst)])).toEqual(['e', 'a', 'b'])
		expect(ids([correctPage(first, item('a', 20), [edited], () => true, editedFirst)])).toEqual(['a', 'b'])
	})

	it('testimonials of equal time are ordered by id', () => {
		const next = placeItem([{ items: [item('b', 5), item('a', 5)], more: false }], item('c', 5), true, newestFirst)
		expect(ids(next)).toEqual(['c', 'b', 'a'])
	})
})

describe('inbox filter', () => {
	const f = (change: Partial<InboxFilter>): InboxFilter => ({ ...emptyFilter, ...change })

	it('spam is left out of Pending and listed in Spam', () => {
		const suspect = item('a', 1, { spam_state: 'suspect' })
		expect(matchesFilter(f({ view: 'pending' }), suspect)).toBe(false)
		expect(matchesFilter(f({ view: 'suspect' }), suspect)).toBe(true)
		expect(matchesFilter(f({ view: 'suspect' }), { ...suspect, status: 'rejected' })).toBe(false)
	})

	it('a withdrawn testimonial matches only Archived', () => {
		const gone = item('a', 1, { status: 'approved', withdrawn_at: '2026-11-20T10:00:00+00:00' })
		expect(matchesFilter(f({ view: 'approved' }), gone)).toBe(false)
		expect(matchesFilter(f({ view: 'archived' }), gone)).toBe(true)
	})

	it('a missing rating is distinct from a low one', () => {
		expect(matchesFilter(f({ ratings: ['none'] }), item('a', 1, { rating: null }))).toBe(true)
		expect(matchesFilter(f({ ratings: ['none'] }), item('a', 1, { rating: 1 }))).toBe(false)
		expect(matchesFilter(f({ ratings: ['1', 'none'] }), item('a', 1, { rating: 1 }))).toBe(true)
	})

	it('the language filter compares the primary subtag', () => {
		expect(matchesFilter(f({ langs: ['en'] }), item('a', 1))).toBe(true)
		expect(matchesFilter(f({ langs: ['ar'] }), item('a', 1))).toBe(false)
		expect(matchesFilter(f({ langs: ['ar'] }), item('a', 1, { locale: 'ar' }))).toBe(true)
	})

	it('a date range includes both of its days', () => {
		const noon = item('a', 12)
		const day = new Date(noon.submitted_at)
		const text = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
		expect(matchesFilter(f({ from: text, to: text }), noon)).toBe(true)
		expect(matchesFilter(f({ to: '2026-11-01' }), noon)).toBe(false)
	})

	it('search ignores case in text and names', () => {
		expect(matchesFilter(f({ q: 'LOVELY' }), item('a', 1))).toBe(true)
		expect(matchesFilter(f({ q: ' harbour ' }), item('a', 1))).toBe(true)
		expect(matchesFilter(f({ q: 'xyz' }), item('a', 1))).toBe(false)
	})

	it('active filters are counted', () => {
		expect(countActiveFilters(emptyFilter)).toBe(0)
		expect(countActiveFilters(f({ forms: ['x', 'y'], q: 'a', from: '2026-01-01' }))).toBe(3)
	})
})

describe('facts about a testimonial', () => {
	it('the effective consent is the last one that was not revoked', () => {
		const given = (scope: 'public' | 'private', at: string, revoked: string | null = null) => ({
			scope,
			given_at: at,
			revoked_at: revoked,
		})
		expect(activeConsentScope({ consents: [given('public', '1'), given('private', '2')] })).toBe('private')
		expect(activeConsentScope({ consents: [given('public', '1', '3')] })).toBeNull()
		expect(canBePublic(item('a', 1, { consents: [given('public', '1')] }))).toBe(true)
		expect(canBePublic(item('a', 1))).toBe(false)
	})

	it('the strongest verification is named', () => {
		const verifications = [
			{ basis: 'vouched' as const, evidence: '', verified_at: '1', provider: null },
			{ basis: 'email' as const, evidence: '', verified_at: '2', provider: null },
		]
		expect(strongestVerification({ verifications })).toBe('email')
		expect(strongestVerification({ verifications: [] })).toBeNull()
	})
})
