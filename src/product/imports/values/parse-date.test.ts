import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DateOrder } from '#shared/import/import-api.ts'
import { createOrderDetector, isNoDate, parseDate } from './parse-date.ts'

const now = Date.UTC(2026, 10, 24)
const date = (text: string, order: DateOrder = 'dmy', zone = 'UTC') => {
	const parsed = parseDate(text, { order, zone, now })
	if ('problem' in parsed) return parsed.problem
	const at = parsed.at.toISOString().replace('.000Z', 'Z')
	return parsed.isDay ? at.replace('T12:00:00Z', '') : at
}
const afternoon = '2024-03-05T14:05:07Z'
const day = '2024-03-05'

describe('ISO 8601', () => {
	it.each([
		['2025-03-14', '2025-03-14'],
		['2024-3-5', day],
		['2024-3-5 4:05', '2024-03-05T04:05:00Z'],
		['2025-03-14T09:30:00Z', '2025-03-14T09:30:00Z'],
		['2025-03-14 09:30:15', '2025-03-14T09:30:15Z'],
		['2025-03-14T09:30', '2025-03-14T09:30:00Z'],
		['2025-03-14T09:30:00.123456+02:00', '2025-03-14T07:30:00.123Z'],
		['2024-03-05T14:05:07,5Z', '2024-03-05T14:05:07.500Z'],
		['2024-03-05T14:05:07.123456789Z', '2024-03-05T14:05:07.123Z'],
		['2024-03-05 14:05:07 +0100', '2024-03-05T13:05:07Z'],
		['2024-03-05T14:05:07+0100', '2024-03-05T13:05:07Z'],
		['2024-03-05 14:05:07.25+00', '2024-03-05T14:05:07.250Z'],
		['2024-03-05 14:05:07 −05:00', '2024-03-05T19:05:07Z'],
		['2024-03-05T14:05:07+01:00[Europe/Berlin]', '2024-03-05T13:05:07Z'],
		['2024-03-05T14:05:07[Europe/Berlin]', '2024-03-05T13:05:07Z'],
		['2024-03-05 14:05:07 Europe/Berlin', '2024-03-05T13:05:07Z'],
		['2024-03-05 24:00:00', '2024-03-06T00:00:00Z'],
		['2024-03-05 23:59:60', '2024-03-05T23:59:59Z'],
		['2024-03-05+01:00', day],
		['2024-03-05Z', day],
		['20240305', day],
		['20240305140507', afternoon],
		['20240305T140507Z', afternoon],
		['20240305T1405', '2024-03-05T14:05:00Z'],
		['202403051405', '2024-03-05T14:05:00Z'],
		['2024:03:05 14:05:07', afternoon],
	])('%s is read as %s', (text, expected) => expect(date(text)).toBe(expected))
})

describe('programs', () => {
	it.each([
		['Tue, 05 Mar 2024 14:05:07 GMT', afternoon],
		['Tue, 05 Mar 2024 23:05:07 -0800', '2024-03-06T07:05:07Z'],
		['05 Mar 2024 14:05:07 +0000', afternoon],
		['5 Mar 2024 14:05 EDT', '2024-03-05T18:05:00Z'],
		['Tue, 5 Mar 2024 14:05:07 +0100 (CET)', '2024-03-05T13:05:07Z'],
		['Mon Aug 10 2015 14:16:38 GMT+0000 (GMT)', '2015-08-10T14:16:38Z'],
		['Mon Aug 10 2015 23:16:38 GMT+0530 (India Standard Time)', '2015-08-10T17:46:38Z'],
		['Tue Mar 05 2024 14:05:07 GMT-0500 (hora estándar de Colombia)', '2024-03-05T19:05:07Z'],
		['Tue Mar 05 2024', day],
		['Tue Mar  5 14:05:07 2024', afternoon],
		['Tue Mar  5 14:05:07 CET 2024', '2024-03-05T13:05:07Z'],
		['Wed Oct 10 20:19:24 +0000 2018', '2018-10-10T20:19:24Z'],
		['05/Mar/2024:14:05:07 +0100', '2024-03-05T13:05:07Z'],
		['05-MAR-24 02.05.07.123000 PM', '2024-03-05T14:05:07.123Z'],
		['/Date(1709647507000)/', afternoon],
		['1741944600', '2025-03-14T09:30:00Z'],
		['1741944600.25', '2025-03-14T09:30:00.250Z'],
		['1741944600000', '2025-03-14T09:30:00Z'],
		['1709647507000000', afternoon],
		['45356', day],
		['45356.0', day],
		['45356.5868', '2024-03-05T14:05:00Z'],
		['45356,5', '2024-03-05T12:00:00Z'],
		['20000', '1954-10-03'],
		['05-Mar-24', day],
		['5-Mar-2024', day],
		['05MAR2024', day],
		['2024-Mar-05', day],
		['05/mar/2024', day],
	])('%s is read as %s', (text, expected) => expect(date(text)).toBe(expected))
})

describe('numbers and clocks', () => {
	it.each([
		['14.03.2025', '2025-03-14'],
		['14.3.25', '2025-03-14'],
		['14/03/2025 9:05', '2025-03-14T09:05:00Z'],
		['2025/03/14', '2025-03-14'],
		[' 24.11.2025 20:31', '2025-11-24T20:31:00Z'],
		['5. 3. 2024', day],
		['2024. 03. 05.', day],
		['2024/03/05 2:05:07 PM GMT+1', '2024-03-05T13:05:07Z'],
		['2024/03/05 2:05:07 PM UTC+05:30', '2024-03-05T08:35:07Z'],
		['2024-03-05 14:05 (UTC-3)', '2024-03-05T17:05:00Z'],
		['2024-03-05 14:05 CET', '2024-03-05T13:05:00Z'],
		['2024-03-05 14:05 CEST', '2024-03-05T12:05:00Z'],
		['2024-03-05 14:05 BST', '2024-03-05T13:05:00Z'],
		['2024-03-05 14:05 PDT', '2024-03-05T21:05:00Z'],
		['2024-07-05 14:05 ET', '2024-07-05T18:05:00Z'],
		['2024-03-05 14:05 MSK', '2024-03-05T11:05:00Z'],
		['5/3/2024 2:05\u202fPM', '2024-03-05T14:05:00Z'],
		['5/3/2024 2:05\u00a0p. m.', '2024-03-05T14:05:00Z'],
		['5/3/2024 12:05 AM', '2024-03-05T00:05:00Z'],
		['5/3/2024 12:05 PM', '2024-03-05T12:05:00Z'],
		['5/3/2024 14:05 PM', '2024-03-05T14:05:00Z'],
		['5/3/2024 2:05p', '2024-03-05T14:05:00Z'],
		['\u200e5\u200e/\u200e3\u200e/\u200e2024 \u200e14\u200e:\u200e05', '2024-03-05T14:05:00Z'],
		['5.3.2024 klo 14.05.07', afternoon],
		['5.3.2024 14.05.07', afternoon],
		['2024-03-05 14.05.07', afternoon],
		['Mar  5 2024  2:05PM', '2024-03-05T14:05:00Z'],
		['2024-03-05 14:05:07 +0000 UTC', afternoon],
		['2024-03-05, 2:05 p.m. EST', '2024-03-05T19:05:00Z'],
		['5.3.2024 um 14.05 Uhr', '2024-03-05T14:05:00Z'],
		['05/03/2024 à 14h05', '2024-03-05T14:05:00Z'],
		['2024-03-05 14 h 05 min 07 s', afternoon],
		['14:05, 05.03.2024', '2024-03-05T14:05:00Z'],
		['2024/3/5 下午2:05:07', afternoon],
		['2024. 3. 5. 오후 2:05:07', afternoon],
		['５／３／２０２４', day],
		['٥/٣/٢٠٢٤', day],
		['01.01.27', 'future_date'],
		['01.01.28', '1928-01-01'],
		['01.01.99', '1999-01-01'],
		["5 March '24", day],
	])('%s is read as %s', (text, expected) => expect(date(text)).toBe(expected))

	it('the chosen order decides about numbers, and a year of four digits about itself', () => {
		expect(date('4/7/2025 8:30 AM', 'mdy')).toBe('2025-04-07T08:30:00Z')
		expect(date('12/31/2024 11:59:00 PM', 'mdy')).toBe('2024-12-31T23:59:00Z')
		expect(date('4/7/25 8:30', 'mdy')).toBe('2025-04-07T08:30:00Z')
		expect(date('24/03/05', 'ymd')).toBe(day)
		expect(date('05.03.2024', 'ymd')).toBe(day)
		expect(date('2024/03/05', 'mdy')).toBe(day)
		expect(date('12/31/2024', 'dmy')).toBe('bad_date')
	})
})

describe('names of months', () => {
	it.each([
		['14 March 2025', '2025-03-14'],
		['March 14th, 2025 at 9:05 PM', '2025-03-14T21:05:00Z'],
		['the 14th of March, 2025', '2025-03-14'],
		['Mar 5, 2024, 2:05:07 PM', afternoon],
		['March 5, 2024 at 2 PM', '2024-03-05T14:00:00Z'],
		['Tuesday, March 5, 2024 at 3:05:07 PM GMT+1', afternoon],
		['14. März 2025', '2025-03-14'],
		['Dienstag, 5. März 2024 um 15:05:07 MEZ', afternoon],
		['5. Jänner 2024', '2024-01-05'],
		['14 août 2025', '2025-08-14'],
		['1er février 2025', '2025-02-01'],
		['mar. 5 mars 2024', day],
		['mardi 5 mars 2024 à 14:05:07 UTC', afternoon],
		['14 de marzo de 2025', '2025-03-14'],
		['mar, 5 mar 2024', day],
		['5 gennaio 2024', '2024-01-05'],
		['mar 5 marzo 2024', day],
		['5 mei 2024', '2024-05-05'],
		['5 mrt. 2024', day],
		['5 marca 2024', day],
		['wtorek, 5 marca 2024 14:05:07', afternoon],
		['5 października 2024', '2024-10-05'],
		['5 de março de 2024', day],
		['5º de março de 2024', day],
		['tisdag 5 mars 2024 kl. 14:05:07', afternoon],
		['5 марта 2024 г.', day],
		['вторник, 5 мая 2024 г. в 14:05', '2024-05-05T14:05:00Z'],
		['2024年3月5日', day],
		['2024年3月5日 14時05分07秒', afternoon],
		['2024년 3월 5일 화요일 오후 2시 5분', '2024-03-05T14:05:00Z'],
		['令和6年3月5日', day],
		['令和元年5月1日', '2019-05-01'],
	])('%s is read as %s', (text, expected) => expect(date(text)).toBe(expected))
})

describe('phrases', () => {
	it.each([
		'Reviewed in the United States on March 5, 2024',
		'Reviewed in Germany on 5 March 2024',
		'Rezension aus Deutschland vom 5. März 2024',
		'Commenté en France le 5 mars 2024',
		'Reseñado en España el 5 de marzo de 2024',
		'Recensito in Italia il 5 marzo 2024',
		'Beoordeeld in Nederland op 5 maart 2024',
		'Avaliado no Brasil em 5 de março de 2024',
		'2024年3月5日に日本でレビュー済み',
		'Date of experience: March 05, 2024',
		'Posted on 05/03/2024',
	])('the only date of “%s” is read', (text) => expect(date(text)).toBe(day))

	it.each([
		'Edited March 5, 2024 from March 1, 2024',
		'March 5 - 7, 2024',
		'Before March 5, 2024',
		'I bought it on March 5, 2024 for my sister who likes it a lot',
		'Order 4711 of March 5, 2024',
	])('no date is read from “%s”', (text) => expect(date(text)).toBe('bad_date'))
})

it.each([
	'31.02.2025',
	'2025-02-29',
	'2025-02-30T10:00:00Z',
	'14.13.2025',
	'25:00',
	'14:05',
	'2024-03-05 25:00',
	'2024-03-05 14:60',
	'5/3/2024 13:05 AM',
	'2024-03-05 14:05 IST',
	'Tue Mar  5 14:05:07 IST 2024',
	'2024-03-05 14:05 XYZ',
	'2024-03-05 14:05 +25:00',
	'yesterday',
	'2 months ago',
	'vor 2 Monaten',
	'March 2024',
	'Mar-24',
	'5 March',
	'01.01.1850',
	'1899-12-31',
	'12345',
	'99999',
	'171092420',
	'9038857732326',
	'192.168.1.24',
	'1.2.3.2024',
	'0000-00-00',
	'very good, 5 of 5',
	`2024-03-05${' '.repeat(300)}`,
])('%s is no date', (text) => expect(['bad_date', 'future_date']).toContain(date(text)))

it.each(['01.01.3000', '3000-01-01', '26 November 2026', '5/3/2567', '80000'])('%s lies in the future', (text) =>
	expect(date(text)).toBe('future_date'),
)

it('a time without a zone is in the chosen one, and a named zone goes before', () => {
	expect(date('2024-03-05 14:05', 'dmy', 'Europe/Berlin')).toBe('2024-03-05T13:05:00Z')
	expect(date('2024-07-05 14:05', 'dmy', 'America/New_York')).toBe('2024-07-05T18:05:00Z')
	expect(date('45356.5', 'dmy', 'Asia/Tokyo')).toBe('2024-03-05T03:00:00Z')
	expect(date('2024-03-05 14:05 UTC', 'dmy', 'Europe/Berlin')).toBe('2024-03-05T14:05:00Z')
	expect(date('2024-03-05', 'dmy', 'Asia/Tokyo')).toBe(day)
})

it('a text says if it is a day alone, and if it names its zone', () => {
	const facts = (text: string) => {
		const parsed = parseDate(text, { order: 'dmy', zone: 'UTC', now })
		return 'at' in parsed && [parsed.isDay, parsed.hasZone]
	}
	expect(['2024-03-05', '45356', '5 March 2024'].map(facts)).toEqual([
		[true, false],
		[true, false],
		[true, false],
	])
	expect(['2024-03-05 14:05', '45356.5'].map(facts)).toEqual([
		[false, false],
		[false, false],
	])
	expect(['2024-03-05 14:05 GMT', '2024-03-05T14:05Z', '1709647507'].map(facts)).toEqual([
		[false, true],
		[false, true],
		[false, true],
	])
})

it.each([
	...['', ' ', '-', '–', 'n/a', 'N/A', '#N/A', 'null', 'NULL', 'None', 'never', '\\N', '0', '?'],
	...['0000-00-00', '0000-00-00 00:00:00', '0000-00-00T00:00:00Z', '00.00.0000', '0/0/0000', '00/00/00', '1/0/1900'],
	...[
		'0001-01-01T00:00:00',
		'01/01/0001 00:00:00',
		'1/1/0001 12:00:00 AM',
		'1970-01-01 00:00:00',
		'1970-01-01T00:00:00.000Z',
	],
])('“%s” stands for no date', (text) => expect(isNoDate(text)).toBe(true))

it.each([
	'2024-03-05',
	'soon',
	'10',
	'2000-01-01',
	'1970-01-02 00:00:00',
	'01/01/2001',
	'x'.repeat(500),
	'0'.repeat(100),
])('“%s” may be a date', (text) => expect(isNoDate(text)).toBe(false))

it('the order of day and month is taken from the column, and is uncertain where no date tells', () => {
	const decide = (texts: string[], isEnglish = true) => {
		const detector = createOrderDetector()
		for (const text of texts) detector.note(text)
		return detector.decide(isEnglish)
	}
	expect(decide(['03/04/2025', '03/14/2025'])).toEqual({ order: 'mdy', isCertain: true })
	expect(decide(['4/7/2025 8:30 AM', '12/31/2024 11:59:00 PM'])).toEqual({ order: 'mdy', isCertain: true })
	expect(decide(['Posted on 3/14/2025 at 14:05 GMT+1'], false)).toEqual({ order: 'mdy', isCertain: true })
	expect(decide(['03/04/2025', '14/03/2025'])).toEqual({ order: 'dmy', isCertain: true })
	expect(decide(['03/14/2025', '14/03/2025', '15/03/2025'])).toEqual({ order: 'dmy', isCertain: false })
	expect(decide(['03/04/2025'])).toEqual({ order: 'mdy', isCertain: false })
	expect(decide(['03/04/2025'], false)).toEqual({ order: 'dmy', isCertain: false })
	expect(decide(['03-04-2025'])).toEqual({ order: 'dmy', isCertain: false })
	expect(decide(['03.04.2025'])).toEqual({ order: 'dmy', isCertain: true })
	expect(decide(['2025/03/04 10:00'])).toEqual({ order: 'ymd', isCertain: true })
	expect(decide(['5 March 2024', '1709647507', 'none'])).toEqual({ order: 'dmy', isCertain: true })
	expect(date('03/04/2025', 'mdy')).toBe('2025-03-04')
})

it('a day of any order is read as itself', () => {
	const days = fc.date({ min: new Date(Date.UTC(1900, 0, 1)), max: new Date(now), noInvalidDate: true })
	fc.assert(
		fc.property(days, (at) => {
			const iso = at.toISOString().slice(0, 10)
			const [y, m, d] = iso.split('-')
			const texts = [iso, `${d}.${m}.${y}`, `${y}/${m}/${d}`, `${y}${m}${d}`, at.toUTCString().slice(5, 16)]
			expect([...texts.map((text) => date(text)), date(`${m}/${d}/${y}`, 'mdy')]).toEqual(Array(6).fill(iso))
		}),
	)
})

it('the texts that JavaScript, RFC 2822 and browsers write are read as their moment', () => {
	const languages = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR', 'sv', 'ru', 'ja', 'zh', 'ko']
	const style = { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' } as const
	const formats = languages.map((language) => new Intl.DateTimeFormat(language, style))
	const moments = fc.date({ min: new Date(Date.UTC(1980, 0, 1)), max: new Date(now), noInvalidDate: true })
	fc.assert(
		fc.property(moments, (given) => {
			const at = new Date(Math.floor(given.getTime() / 1000) * 1000)
			const expected = at.toISOString().replace('.000Z', 'Z')
			const texts = [at.toString(), at.toUTCString(), at.toISOString()]
			for (const text of [...texts, ...formats.map((format) => format.format(at))])
				expect([text, date(text)]).toEqual([text, expected])
		}),
	)
})

it('no text makes the reader throw, and a long one takes no time', () => {
	const part = fc.constantFrom('2024', '-', '/', ':', ' ', '5', 'mar', 'GMT', '+', '(', '[', 'T', 'pm', '年', '٣', '½')
	const texts = fc.oneof(
		fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
		fc.array(part, { maxLength: 60 }).map((parts) => parts.join('')),
	)
	fc.assert(
		fc.property(texts, (text) => {
			date(text)
			isNoDate(text)
			createOrderDetector().note(text)
		}),
	)
	for (const text of ['1', ' ', '-1', '1:', '1 mar ', '(', 'a/', '２']) {
		for (const length of [100, 119, 100_000]) {
			date(text.repeat(length))
			isNoDate(text.repeat(length))
			createOrderDetector().note(text.repeat(length))
		}
	}
})
