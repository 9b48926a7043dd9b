import { expect, it } from 'vitest'
import { formTextsFor, translateDefaults } from './default-texts.ts'

const examples = { thank_you: 'Thanks.', link_label: 'Back' }
const all = {
	en: { title: 'What about {space}?', consent_text: 'You may.', ...examples },
	de: { title: 'Was ist mit {space}?', consent_text: 'Sie dürfen.', ...examples },
	fr: { title: '{space} ?', consent_text: 'Vous pouvez.', ...examples },
	es: { title: '¿{space}?', consent_text: 'Pueden.', ...examples },
	ar: { title: 'ماذا عن {space}؟', consent_text: 'يمكنكم.', ...examples },
}
const textsFor = (locale: string) => formTextsFor(all, locale, 'Northlight')
const [english, german] = [textsFor('en'), textsFor('de')]

it('a language has its texts with the name of the space, and one without a translation the English ones', () => {
	expect(textsFor('de-AT').title).toBe('Was ist mit Northlight?')
	expect(textsFor('sv')).toEqual(english)
	expect(textsFor('constructor')).toEqual(english)
	expect(textsFor('ar-EG')).toMatchObject({ title: 'ماذا عن Northlight؟', dir: 'rtl' })
	expect(formTextsFor(all, 'en', '{space} $& Co').title).toBe('What about {space} $& Co?')
})

it('unchanged default texts follow into the new language and back', () => {
	const begun = { title: 'What about Northlight?', consent_text: 'You may.' }
	const there = translateDefaults(begun, english, german)
	expect(there).toEqual({ texts: { title: 'Was ist mit Northlight?', consent_text: 'Sie dürfen.' }, kept: [] })
	expect(translateDefaults({ ...begun, ...there.texts }, german, english).texts).toEqual(begun)
})

it('a text that the owner wrote stays, however close it is to the one that a form begins with', () => {
	for (const title of [
		'What about Northlight',
		'What about Northlight? ',
		'what about Northlight?',
		'What about you?',
		'',
	])
		expect(translateDefaults({ title, consent_text: 'You may.' }, english, german)).toEqual({
			texts: { consent_text: 'Sie dürfen.' },
			kept: ['title'],
		})
})

it('a text of a language that the form was not in stays', () => {
	const chosen = { title: english.title, consent_text: english.consent_text }
	expect(translateDefaults(chosen, german, textsFor('sv'))).toEqual({ texts: {}, kept: ['title', 'consent_text'] })
})
