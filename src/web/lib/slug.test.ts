import { describe, expect, it } from 'vitest'
import { otherSlugs, slugProblem, suggestSlug } from './slug.ts'

describe('slugs', () => {
	it.each(['northlight', 'north-light-2', 'a1b', 'x'.repeat(63)])('accepts %s', (slug) => {
		expect(slugProblem(slug)).toBeUndefined()
	})
	it.each(['', 'ab', '-ab', 'ab-', 'a--b', 'Abc', 'a_b', 'a b', 'é12', 'x'.repeat(64)])(
		'refuses %j with a reason',
		(slug) => {
			expect(slugProblem(slug)).toBeTruthy()
		},
	)
	it('comes from a name', () => {
		expect(suggestSlug('Ruth’s Frames & Co.')).toBe('ruths-frames-co')
		expect(suggestSlug('Café Müller')).toBe('cafe-muller')
		expect(suggestSlug('Łódź Straße, Søn & Æsir')).toBe('lodz-strasse-son-aesir')
		expect(suggestSlug('إطارات')).toBe('')
	})
	it('offers only right ones', () => {
		for (const slug of ['northlight', 'x'.repeat(63), `${'ab-'.repeat(20)}a`])
			for (const other of otherSlugs(slug)) expect(slugProblem(other)).toBeUndefined()
	})
})
