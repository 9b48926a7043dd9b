import { expect, test } from 'vitest'
import { suggestedInvitation } from './suggested-invitation.ts'

const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('an invitation is suggested in the language of a locale, with the same fields in each, else in English', () => {
	const english = suggestedInvitation('en')
	for (const locale of ['ar', 'de-CH', 'es_MX', 'FR']) {
		const words = suggestedInvitation(locale)
		expect(words.message).not.toBe(english.message)
		expect([places(words.subject), places(words.message)]).toEqual([places(english.subject), places(english.message)])
	}
	expect(suggestedInvitation('pt-BR')).toBe(english)
	expect(suggestedInvitation('constructor')).toBe(english)
})
