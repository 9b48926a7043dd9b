import { expect, test } from 'vitest'
import { earlyWords, lateWords, wordsFor } from './words.ts'
import { arabic } from './words-ar.ts'
import { german } from './words-de.ts'
import { english, type Words } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
const names = Object.keys(english) as (keyof Words)[]

test.each([
	['German', german],
	['French', french],
	['Spanish', spanish],
	['Arabic', arabic],
])('%s says everything, with the same places to fill', (_, words) => {
	for (const name of names) {
		expect(words[name].trim(), name).not.toBe('')
		expect(places(words[name]), name).toEqual(places(english[name]))
	}
})

test('a locale finds its language, an unknown one is answered in English and marked so', () => {
	expect(wordsFor('ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl' })
	expect(wordsFor('pt_BR')).toMatchObject({ lang: 'en', dir: 'ltr', words: english })
	expect(wordsFor('constructor').words).toBe(english)
})

test('what the page carries and what its script fetches make up all that the form says', () => {
	const both = { ...earlyWords(german), ...lateWords('de') }
	const unsaid = names.filter((name) => !(name in both))
	expect(unsaid.sort()).toEqual(
		[
			'closedText',
			'closedTitle',
			'closedWall',
			'made',
			'promise1',
			'promise2',
			'promise3',
			'skip',
		].sort(),
	)
})
