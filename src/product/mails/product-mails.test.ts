import { expect, it } from 'vitest'
import { pluralText, productMails } from './product-mails.ts'
import { en } from './translations/en.ts'

const placeholdersIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

it.each(Object.keys(productMails.others))(
	'every mail in %s has the keys and placeholders of English',
	async (language) => {
		const translated = (await productMails.others[language]?.()) ?? {}
		expect(Object.keys(translated).sort()).toEqual(Object.keys(en).sort())
		for (const [mail, texts] of Object.entries(en))
			for (const [key, english] of Object.entries(texts)) {
				const text = translated[mail]?.[key] ?? ''
				expect(text, `${mail}.${key}`).not.toBe('')
				// A plural form may say the number in words.
				const isPlural = /_(zero|one|two|few|many|other)$/.test(key)
				if (!isPlural) expect(placeholdersIn(text), `${mail}.${key}`).toEqual(placeholdersIn(english))
			}
	},
)

it('French punctuation never begins a line: no-break spaces stand before it', async () => {
	const { translation } = await import('#platform/mail/translations/fr.ts')
	const mails = { ...translation.mails, ...(await productMails.others.fr?.()), common: translation.common }
	for (const [mail, texts] of Object.entries(mails))
		for (const [key, text] of Object.entries(texts)) expect(text, `${mail}.${key}`).not.toMatch(/ [:;?!»]|« /)
})

it('a count takes the plural form of its language', () => {
	const texts = { new_one: 'one', new_two: 'two', new_few: 'few', new_other: 'other' }
	expect(pluralText(texts, 'new', 1, 'en')).toBe('one')
	expect(pluralText(texts, 'new', 2, 'en')).toBe('other')
	expect(pluralText(texts, 'new', 2, 'ar')).toBe('two')
	expect(pluralText(texts, 'new', 4, 'ar')).toBe('few')
	expect(pluralText(texts, 'new', 100, 'ar')).toBe('other')
})
