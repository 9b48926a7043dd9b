import { expect, it } from 'vitest'
import { parseLanguage } from './parse-language.ts'

it('a language is a tag or a name, in English or itself', () => {
	const languages = {
		en: 'en',
		EN: 'en',
		en_US: 'en-US',
		'pt-br': 'pt-BR',
		German: 'de',
		deutsch: 'de',
		français: 'fr',
		日本語: 'ja',
	}
	for (const [text, tag] of Object.entries(languages)) expect([text, parseLanguage(text)]).toEqual([text, tag])
})

it('a country or script in brackets is part of it', () => {
	const languages = {
		'English (UK)': 'en-GB',
		'English (US)': 'en-US',
		'Portuguese (Brazil)': 'pt-BR',
		'Chinese (Simplified)': 'zh-Hans',
		'en-us (United States)': 'en-US',
		'German (formal)': 'de',
		'de ()': 'de',
	}
	for (const [text, tag] of Object.entries(languages)) expect([text, parseLanguage(text)]).toEqual([text, tag])
})

it('other words are no language', () => {
	const texts = [
		'Klingonese',
		'',
		'x',
		'e n',
		'Klingonese (UK)',
		'(UK)',
		'constructor',
		'('.repeat(100_000),
		'en ('.repeat(50_000),
	]
	expect(texts.map(parseLanguage)).toEqual(Array(texts.length).fill(undefined))
})
