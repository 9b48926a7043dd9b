import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOrderDetector, parseDate } from './parse-date.ts'
import { parseLanguage } from './parse-language.ts'
import { parseStars } from './parse-stars.ts'

const now = Date.UTC(2026, 10, 24)
const date = (text: string, order: 'dmy' | 'mdy' | 'ymd' = 'dmy') => {
	const parsed = parseDate(text, order, now)
	return 'at' in parsed ? parsed.at.toISOString().replace('T12:00:00.000Z', '') : parsed.problem
}

it.each([
	['2025-03-14', '2025-03-14'],
	['2025-03-14T09:30:00Z', '2025-03-14T09:30:00.000Z'],
	['2025-03-14 09:30:15', '2025-03-14T09:30:15.000Z'],
	['2025-03-14T09:30:00.123456+02:00', '2025-03-14T07:30:00.123Z'],
	['14.03.2025', '2025-03-14'],
	['14.3.25', '2025-03-14'],
	['14/03/2025 9:05', '2025-03-14T09:05:00.000Z'],
	['2025/03/14', '2025-03-14'],
	['14 March 2025', '2025-03-14'],
	['March 14th, 2025 at 9:05 PM', '2025-03-14T21:05:00.000Z'],
	['Fri, 14 Mar 2025 09:05:00 GMT', '2025-03-14T09:05:00.000Z'],
	['14. März 2025', '2025-03-14'],
	['14 août 2025', '2025-08-14'],
	['1er février 2025', '2025-02-01'],
	['14 de marzo de 2025', '2025-03-14'],
	['1741944600', '2025-03-14T09:30:00.000Z'],
	['1741944600000', '2025-03-14T09:30:00.000Z'],
	['31.02.2025', 'bad_date'],
	['2025-02-30', 'bad_date'],
	['2025-02-30T10:00:00Z', 'bad_date'],
	['14.13.2025', 'bad_date'],
	['25:00', 'bad_date'],
	['yesterday', 'bad_date'],
	['01.01.1850', 'bad_date'],
	['01.01.3000', 'future_date'],
	['3000-01-01', 'future_date'],
	['26 November 2026', 'future_date'],
])('the date %s is read as %s', (text, expected) => {
	expect(date(text)).toBe(expected)
})

it('the order of day and month is taken from the column, and is uncertain where no date tells', () => {
	const decide = (texts: string[], isEnglish = true) => {
		const detector = createOrderDetector()
		for (const text of texts) detector.note(text)
		return detector.decide(isEnglish)
	}
	expect(decide(['03/04/2025', '03/14/2025'])).toEqual({ order: 'mdy', isCertain: true })
	expect(decide(['03/04/2025', '14/03/2025'])).toEqual({ order: 'dmy', isCertain: true })
	expect(decide(['03/14/2025', '14/03/2025', '15/03/2025'])).toEqual({ order: 'dmy', isCertain: false })
	expect(decide(['03/04/2025'])).toEqual({ order: 'mdy', isCertain: false })
	expect(decide(['03/04/2025'], false)).toEqual({ order: 'dmy', isCertain: false })
	expect(decide(['03.04.2025'])).toEqual({ order: 'dmy', isCertain: true })
	expect(date('03/04/2025', 'mdy')).toBe('2025-03-04')
})

it('a day of any order is read as itself or refused, and no text makes the reader throw', () => {
	const day = fc.date({ min: new Date(Date.UTC(1900, 0, 1)), max: new Date(now), noInvalidDate: true })
	fc.assert(
		fc.property(day, (at) => {
			const iso = at.toISOString().slice(0, 10)
			const [y, m, d] = iso.split('-')
			expect([date(iso), date(`${d}.${m}.${y}`), date(`${m}/${d}/${y}`, 'mdy'), date(`${y}/${m}/${d}`)]).toEqual([
				iso,
				iso,
				iso,
				iso,
			])
		}),
	)
	fc.assert(fc.property(fc.string(), (text) => void date(text)))
	fc.assert(fc.property(fc.string(), (text) => void parseStars(text, 5)))
})

const stars = (text: string, scale: 5 | 10 | 100 = 5) => {
	const parsed = parseStars(text, scale)
	return 'stars' in parsed ? parsed.stars : 'refused'
}
it.each([
	[
		[
			'5',
			'5.0',
			'5,0',
			' 5 ',
			'5/5',
			'5 / 5',
			'★★★★★',
			'⭐️⭐️⭐️⭐️⭐️',
			'5 stars',
			'5 Sterne',
			'5 von 5',
			'5 out of 5',
			'FIVE',
		],
		5,
	],
	[['4', '4,0', '★★★★', '★★★★☆', 'FOUR', '4/5'], 4],
	[['', ' ', '-', 'n/a', 'null', 'STAR_RATING_UNSPECIFIED'], null],
	[['0', '11', '6', '-1', '4.5', '4,5', '8/10', '80%', '☆☆☆☆☆', '★★★★★★', 'good', 'NaN', '1e0'], 'refused'],
])('the ratings %j are %s', (texts, expected) => {
	for (const text of texts) expect([text, stars(text)]).toEqual([text, expected])
})
it('a scale of ten or a hundred is converted only where it was chosen', () => {
	expect(['10', '9', '8/10', '1', '7,5'].map((text) => stars(text, 10))).toEqual([5, 5, 4, 1, 4])
	expect(['100', '80%', '1', '55'].map((text) => stars(text, 100))).toEqual([5, 4, 1, 3])
	expect(['0', '11', '4/5'].map((text) => stars(text, 10))).toEqual(['refused', 'refused', 'refused'])
})

it('a language is a tag or a name, in English or itself', () => {
	expect(['en', 'EN', 'en_US', 'pt-br', 'German', 'deutsch', 'français'].map(parseLanguage)).toEqual([
		'en',
		'en',
		'en-US',
		'pt-BR',
		'de',
		'de',
		'fr',
	])
	expect(['Klingonese', '', 'x', 'e n'].map(parseLanguage)).toEqual([undefined, undefined, undefined, undefined])
})
