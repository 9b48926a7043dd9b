import { describe, expect, it } from 'vitest'
import { alternativeSlugs, slugError, suggestSlug } from './slug.ts'

describe('slugs', () => {
	it.each(['northlight', 'north-light-2', 'a1b', 'x'.repeat(63)])('the slug %s is valid', (slug) => {
		expect(slugError(slug)).toBeUndefined()
	})
	it.each(['', 'ab', '-ab', 'ab-', 'a--b', 'Abc', 'a_b', 'a b', 'é12', 'x'.repeat(64)])(
		'the slug %j is invalid',
		(slug) => {
			expect(slugError(slug)).toBeTruthy()
		},
	)
	it('a slug is derived from a name', () => {
		expect(suggestSlug('Ruth’s Frames & Co.')).toBe('ruths-frames-co')
		expect(suggestSlug('Café Müller')).toBe('cafe-muller')
		expect(suggestSlug('Łódź Straße, Søn & Æsir')).toBe('lodz-strasse-son-aesir')
		expect(suggestSlug('إطارات')).toBe('')
	})
	it('suggested slugs are valid', () => {
		for (const slug of ['northlight', 'x'.repeat(63), `${'ab-'.repeat(20)}a`])
			for (const other of alternativeSlugs(slug)) expect(slugError(other)).toBeUndefined()
	})
})
