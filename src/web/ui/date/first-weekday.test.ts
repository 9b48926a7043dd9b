import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstWeekday } from './first-weekday.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the first day of the week', () => {
	it.each([
		['de', [], 1],
		['en', [], 7],
		['en', ['de-DE', 'en-GB'], 1],
		['en', ['de-DE'], 7],
		['ar', [], 6],
		['ar', ['ar-MA'], 1],
		['fr', ['fr-CA'], 7],
	] as const)('in a page in %s for a visitor who prefers %j is day %i', (lang, languages, day) => {
		expect(firstWeekday(lang, languages)).toBe(day)
	})

	it('is Monday where the browser does not say', () => {
		vi.stubGlobal('Intl', { Locale: class {} })
		expect(firstWeekday('en', [])).toBe(1)
	})
})
