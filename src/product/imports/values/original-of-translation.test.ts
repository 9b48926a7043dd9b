import { expect, it } from 'vitest'
import { originalOfTranslation } from './original-of-translation.ts'

it.each([
	['(Translated by Google) Lovely little shop, warm people.\n\n(Original)\nIhana pieni kauppa.', 'Ihana pieni kauppa.'],
	['Ihana pieni kauppa.\n\n(Translated by Google)\nLovely little shop.', 'Ihana pieni kauppa.'],
	['(Original)\nIhana\n\n(Translated by Google)\nLovely', 'Ihana'],
	['(Translated by Google) Two\nlines\n\n(Original)\nKaksi\n\nriviä', 'Kaksi\n\nriviä'],
	['(translated by google) x (original) y', 'y'],
	['(Übersetzt von Google) Schön\n\n(Original)\nNice', 'Nice'],
	['(Traduit par Google) Beau\n\n(Texte d’origine)\nNice', 'Nice'],
	['(Traducido por Google) Bonito\n\n(Original)\nNice', 'Nice'],
	['(Tradotto da Google) Bello\n\n(Originale)\nNice', 'Nice'],
	['(Vertaald door Google) Mooi\n\n(Origineel)\nNice', 'Nice'],
	['(Переведено Google) Хорошо\n\n(Оригинал)\nNice', 'Nice'],
])('%j was written as %j', (text, expected) => expect(originalOfTranslation(text)).toBe(expected))

it.each([
	'Plain words',
	'(Original) recipe, well done',
	'It was translated by Google, badly',
	'(Translated by Google) Only the translation',
	'(Translated by Google) Nice\n\n(Original)\n',
	'',
])('%j has no original apart', (text) => expect(originalOfTranslation(text)).toBeUndefined())

it('many marks take no time', () => {
	for (const mark of ['(', '(Original)', '(Translated by Google)', '(Translated by '])
		originalOfTranslation(mark.repeat(50_000))
})
