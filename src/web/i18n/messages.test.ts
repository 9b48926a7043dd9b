import { expect, test } from 'vitest'
import * as arCollect from './ar/collect.ts'
import * as arWall from './ar/wall.ts'
import * as arWallPage from './ar/wall-page.ts'
import { collectMessagesFor, initialMessages, lateWords } from './collect-messages.ts'
import * as deCollect from './de/collect.ts'
import * as deWall from './de/wall.ts'
import * as deWallPage from './de/wall-page.ts'
import * as enCollect from './en/collect.ts'
import * as enWall from './en/wall.ts'
import * as enWallPage from './en/wall-page.ts'
import * as esCollect from './es/collect.ts'
import * as esWall from './es/wall.ts'
import * as esWallPage from './es/wall-page.ts'
import * as frCollect from './fr/collect.ts'
import * as frWall from './fr/wall.ts'
import * as frWallPage from './fr/wall-page.ts'

const places = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort()
const surfaces = [
	[enCollect.english, [arCollect, deCollect, esCollect, frCollect]],
	[enWall.english, [arWall, deWall, esWall, frWall]],
	[enWallPage.english, [arWallPage, deWallPage, esWallPage, frWallPage]],
] as const

test('every translation has all sentences with the placeholders of the English ones', () => {
	for (const [english, translations] of surfaces)
		for (const translation of translations) {
			const [table] = Object.values(translation) as Record<string, string>[]
			expect(Object.keys(table ?? {}).sort()).toEqual(Object.keys(english).sort())
			for (const [name, sentence] of Object.entries(english)) {
				expect(table?.[name]?.trim(), name).not.toBe('')
				expect(places(table?.[name]), name).toEqual(places(sentence))
			}
		}
})

test('a locale selects its language; an unknown one gets English, marked as English', () => {
	expect(collectMessagesFor('ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl' })
	expect(collectMessagesFor('pt_BR')).toMatchObject({
		lang: 'en',
		dir: 'ltr',
		words: enCollect.english,
	})
	expect(collectMessagesFor('constructor').words).toBe(enCollect.english)
})

test('the messages in the page and those that its script fetches are together complete', () => {
	const both = { ...initialMessages(deCollect.german), ...lateWords('de') }
	const serverOnly = Object.keys(deCollect.german).filter((name) => !(name in both))
	expect(serverOnly.sort().join(' ')).toBe('closedText closedTitle closedWall made promise1 promise2 promise3 skip')
})
