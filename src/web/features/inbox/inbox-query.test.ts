import { describe, expect, it } from 'vitest'
import { emptyFilter } from './inbox-filter.ts'
import { containing, orConditions } from './inbox-query.ts'

describe('the query of the list', () => {
	it('takes typed wildcards and quotes as the characters they are', () => {
		expect(containing('100%')).toBe('"*100\\\\%*"')
		expect(containing('a_b')).toBe('"*a\\\\_b*"')
		expect(containing(' she said "yes" ')).toBe('"*she said \\"yes\\"*"')
		expect(containing('5*')).toBe('"*5_*"')
	})

	it('asks for missing ratings beside some others', () => {
		expect(orConditions({ ...emptyFilter, ratings: ['none'] })).toEqual(['rating.is.null'])
		expect(orConditions({ ...emptyFilter, ratings: ['2', 'none', '1'] })).toEqual([
			'rating.is.null,rating.in.(2,1)',
		])
	})

	it('finds a language with and without its region', () => {
		expect(orConditions({ ...emptyFilter, langs: ['ar'] })).toEqual([
			'locale.eq.ar,locale.like.ar-*',
		])
	})

	it('needs no condition for a plain view', () => {
		expect(orConditions(emptyFilter)).toEqual([])
	})
})
