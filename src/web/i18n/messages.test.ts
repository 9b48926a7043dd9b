import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectMessagesFor, initialMessages, lateWords } from './collect-messages.ts'
import { german } from './de/collect.ts'
import { english as englishCollect } from './en/collect.ts'

const places = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort()
async function loadMessages(language: string, surface: string): Promise<Record<string, string>> {
	const exported: Record<string, Record<string, string>> = await import(`./${language}/${surface}.ts`)
	return exported.english ?? Object.values(exported)[0] ?? {}
}

test.each(readdirSync(join(import.meta.dirname, 'en')).map((file) => file.replace('.ts', '')))(
	'every translation of %s has all sentences with the placeholders of the English ones',
	async (surface) => {
		const english = await loadMessages('en', surface)
		for (const language of ['ar', 'de', 'es', 'fr']) {
			const translation = await loadMessages(language, surface)
			expect(Object.keys(translation).sort()).toEqual(Object.keys(english).sort())
			for (const [name, sentence] of Object.entries(english)) {
				expect(translation[name]?.trim(), name).not.toBe('')
				expect(places(translation[name]), name).toEqual(places(sentence))
			}
		}
	},
)

test('a locale selects its language; an unknown one gets English, marked as English', () => {
	expect(collectMessagesFor('ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl' })
	expect(collectMessagesFor('pt_BR')).toMatchObject({
		lang: 'en',
		dir: 'ltr',
		words: englishCollect,
	})
	expect(collectMessagesFor('constructor').words).toBe(englishCollect)
})

test('the messages in the page and those that its script fetches are together complete', () => {
	const both = { ...initialMessages(german), ...lateWords('de') }
	const serverOnly = Object.keys(german).filter((name) => !(name in both))
	expect(serverOnly.sort().join(' ')).toBe(
		'closedText closedTitle closedWall headline headlineHint made needScript neverShownRequired portraitRequired promise1 promise2 promise3 skip waitAndSend',
	)
})
