import { describe, expect, it } from 'vitest'
import { emptyFilter } from './inbox-filter.ts'
import { readFilter } from './read-filter.ts'
import { readViews, sameFilter } from './saved-views.ts'

describe('saved views', () => {
	it('views that were kept in the browser are read as they were stored', () => {
		const view = { name: 'Video, this month', filter: { ...emptyFilter, kinds: ['video'] } }
		expect(readViews(JSON.stringify([{ id: '1', ...view }]))).toEqual([view])
	})

	it('an unreadable view is dropped and the others are kept', () => {
		expect(readViews(null)).toEqual([])
		expect(readViews('{')).toEqual([])
		expect(readViews('{"a":1}')).toEqual([])
		const old = { id: '2', name: 'Old', filter: { view: 'approved' } }
		const wrong = { id: '3', name: 'Wrong', filter: { view: 'nowhere' } }
		expect(readViews(JSON.stringify([old, wrong, null, 7]))).toEqual([
			{ name: 'Old', filter: { ...emptyFilter, view: 'approved' } },
		])
	})

	it('a stored filter keeps its valid fields only', () => {
		const stored = {
			view: 'all',
			forms: ['x'],
			kinds: ['video', 7],
			ratings: 'none',
			tag: 'a',
			langs: ['de'],
			from: '2026',
			to: '2026-02-31',
			basis: ['order', 'constructor', 1],
			consent: 'public',
			replied: 'yes',
			company: 'A\0',
			q: 5,
			sort: 'best',
		}
		expect(readFilter(stored)).toEqual({
			...emptyFilter,
			view: 'all',
			kinds: ['video'],
			langs: ['de'],
			basis: ['order'],
			sort: 'best',
		})
		const valid = { ...emptyFilter, from: '2024-02-29', consent: ['private'], replied: false, company: 'Acme' }
		expect(readFilter({ ...valid, company: ' Acme ' })).toEqual(valid)
		for (const to of ['9999-99-99', '0000-01-01', '2026-13-01', '2026-1-1'])
			expect([to, readFilter({ view: 'all', to })?.to]).toEqual([to, null])
		for (const company of ['', ' ', 'x'.repeat(121), 'a\nb', 7, ['a']])
			expect(readFilter({ view: 'all', company })?.company).toBeNull()
		for (const wrong of [null, 7, [], {}, { view: 'x' }]) expect(readFilter(wrong)).toBeNull()
	})

	it('saved views are equal in any order of their filters', () => {
		const { view, ...rest } = emptyFilter
		expect(sameFilter({ ...rest, view }, emptyFilter)).toBe(true)
		expect(sameFilter({ ...emptyFilter, q: 'a' }, emptyFilter)).toBe(false)
		expect(sameFilter({ ...emptyFilter, replied: false }, emptyFilter)).toBe(false)
	})
})
