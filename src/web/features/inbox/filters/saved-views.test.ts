import { describe, expect, it } from 'vitest'
import { emptyFilter } from './inbox-filter.ts'
import { readViews, sameFilter } from './saved-views.ts'

describe('saved views', () => {
	it('saved views are read back as they were stored', () => {
		const view = {
			id: '1',
			name: 'Video, this month',
			filter: { ...emptyFilter, kinds: ['video'] },
		}
		expect(readViews(JSON.stringify([view]))).toEqual([view])
	})

	it('an unreadable saved view is dropped and the others are kept', () => {
		expect(readViews(null)).toEqual([])
		expect(readViews('{')).toEqual([])
		expect(readViews('{"a":1}')).toEqual([])
		const old = { id: '2', name: 'Old', filter: { view: 'approved' } }
		const wrong = { id: '3', name: 'Wrong', filter: { view: 'nowhere' } }
		expect(readViews(JSON.stringify([old, wrong, null, 7]))).toEqual([
			{ ...old, filter: { ...emptyFilter, view: 'approved' } },
		])
	})

	it('saved views are equal in any order of their filters', () => {
		const { view, ...rest } = emptyFilter
		expect(sameFilter({ ...rest, view }, emptyFilter)).toBe(true)
		expect(sameFilter({ ...emptyFilter, q: 'a' }, emptyFilter)).toBe(false)
	})
})
