import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStars, type StarRules, short } from './parse-stars.ts'

const stars = (text: string, scale: StarRules['scale'] = 5, half: StarRules['half'] = 'down') => {
	const parsed = parseStars(text, { scale, half })
	return 'stars' in parsed ? parsed.stars : 'refused'
}

describe('on a scale of five', () => {
	it.each([
		['a number', 5, ['5', '5.0', '5,0', '5.00', ' 5 ', '５', '"5"'.slice(1, 2)]],
		[
			'a number of five',
			5,
			['5/5', '5 / 5', '5 out of 5', '5 of 5', '5 von 5', '5 sur 5', '5 su 5', '5 de 5', '5 van 5'],
		],
		['decimals of five', 4, ['4.0/5.0', '4,0/5', '4.00 out of 5', '4.0 out of 5 stars', '4.0 von 5 Sternen', '4/5.']],
		['a phrase', 4, ['Rated 4.00 out of 5', 'Rated 4 out of 5 stars', 'Rating: 4', 'Star rating: 4', 'Score: 4/5']],
		['a phrase of another language', 4, ['Bewertet mit 4,00 von 5', 'Note 4.00 sur 5', 'Valorado con 4.00 de 5']],
		['further languages', 4, ['Valutato 4 su 5', 'Gewaardeerd 4 uit 5', 'Oceniono 4 na 5', 'Оценка 4 из 5']],
		['a best that stands first', 4, ['5つ星のうち4.0', '5점 만점에 4점']],
		[
			'stars in words',
			4,
			['4 star', '4 stars', '4-star', '4 étoiles', '4 Sterne', '4 stelle', '4 estrellas', '4 sterren'],
		],
		[
			'further stars',
			4,
			['4 gwiazdki', '4 estrelas', '4 stjärnor', '4 звезды', '4 つ星', '4 points', '4 Punkte', '4점'],
		],
		[
			'a number in words',
			5,
			['FIVE', 'five', 'five stars', 'FIVE_STARS', 'fünf Sterne', 'cinq étoiles', 'cinco estrellas'],
		],
		[
			'a label behind',
			5,
			['5 - Excellent', '5: Excellent', '5 – Sehr gut', '5 = Best', '5. Excellent', '5 (Excellent)'],
		],
		['a label before', 5, ['Excellent (5)', 'Sehr gut [5]', 'Très bien (5)']],
		['a label of stars', 4, ['4/5 - Good', '4 stars - good', '2 - Not great'.replace('2', '4'), '4: could be better']],
		['drawn stars', 4, ['★★★★', '★★★★☆', '★ ★ ★ ★ ☆', '⭐⭐⭐⭐', '⭐️⭐️⭐️⭐️', '🌟🌟🌟🌟', '✭✭✭✭✩']],
		['drawn stars with a number', 4, ['★4', '4★', '⭐ 4.0', '4 ⭐', '★★★★☆ (4/5)', '★★★★☆ 4.0', '★★★★☆ Good']],
	])('%s is read as %i', (_, expected, texts) => {
		for (const text of texts) expect([text, stars(text)]).toEqual([text, expected])
	})

	it.each(['', ' ', '-', '–', 'n/a', 'N/A', 'null', 'None', '\\N', 'STAR_RATING_UNSPECIFIED'])(
		'“%s” is no rating',
		(text) => expect(parseStars(text, { scale: 5, half: 'down' })).toEqual({ stars: null }),
	)

	it.each([
		...['0', '6', '11', '-1', '☆☆☆☆☆', '★★★★★★', '★★★★★☆', '10/10', '8 out of 10', '4/10', '80%', '5%', '4/4'],
		...[
			'good',
			'Very satisfied',
			'recommends',
			'Recommended',
			'👍',
			'👎',
			'❤️',
			'yes',
			'true',
			'NaN',
			'1e0',
			'0x5',
			'Infinity',
		],
		...[
			'5 minutes',
			'3 people',
			'5 (12 reviews)',
			'5+',
			'5 or 4',
			'4-5',
			'4.5.6',
			'2024-03-05',
			'05.03.2024',
			'5 km',
			'$5',
		],
		...['4.5 out of 5 based on 12 reviews', '★★★★☆ 3', 'un', 'eins', 'sixty stars', 'constructor', '1 2 3 4 5'],
	])('“%s” is refused', (text) => expect(stars(text)).toBe('refused'))

	it.each(['1 - Excellent', '1 (sehr gut)', '2: great', '5 - terrible', '5 (mangelhaft)', 'Poor (5)'])(
		'“%s” is refused, as its label says the opposite',
		(text) => expect(stars(text)).toBe('refused'),
	)

	it('a label that denies the opposite is none', () => {
		expect(['2 - Not great', '1 - nicht sehr gut', '5 - not bad'].map((text) => stars(text))).toEqual([2, 1, 5])
	})
})

it('what lies between two stars goes by the choice, and says so', () => {
	const all = (text: string, scale: StarRules['scale'] = 5) =>
		(['up', 'down', 'none'] as const).map((half) => parseStars(text, { scale, half }))
	for (const text of [
		'4.5',
		'4,5',
		'4½',
		'4 1/2',
		'4.3',
		'4.9',
		'★★★★½',
		'★★★★⯨☆'.slice(0, 5),
		'4.5 stars',
		'Rated 4.5 out of 5',
	])
		expect([text, ...all(text)]).toEqual([
			text,
			{ stars: 5, isHalf: true },
			{ stars: 4, isHalf: true },
			{ stars: null, isHalf: true },
		])
	expect(all('4.0')).toEqual(Array(3).fill({ stars: 4 }))
	expect(stars('½')).toBe(1)
	expect(stars('0.5')).toBe(1)
})

describe('another scale', () => {
	it('is converted only where it was chosen', () => {
		expect(['10', '8', '8/10', '7,5', '2', '10 - Extremely likely'].map((text) => stars(text, 10))).toEqual([
			5, 4, 4, 4, 1, 5,
		])
		expect(['100', '80%', '1', '55', '95/100', '60 %'].map((text) => stars(text, 100))).toEqual([5, 4, 1, 3, 5, 3])
		expect(['0', '11', '4/5', '80%'].map((text) => stars(text, 10))).toEqual(Array(4).fill('refused'))
		expect(['0', '101', '4/5', '8/10'].map((text) => stars(text, 100))).toEqual(Array(4).fill('refused'))
	})

	it('has halves that go by the choice, and other shares go to the nearest star', () => {
		expect([stars('9', 10), stars('9', 10, 'up'), stars('9', 10, 'none'), stars('1', 10)]).toEqual([4, 5, null, 1])
		expect([stars('90', 100), stars('87', 100), stars('93', 100, 'none')]).toEqual([4, 4, 5])
		expect(parseStars('9/10', { scale: 10, half: 'down' })).toEqual({ stars: 4, isHalf: true, isConverted: true })
		expect(parseStars('8/10', { scale: 10, half: 'down' })).toEqual({ stars: 4, isConverted: true })
	})

	it('does not change drawn stars and words, which are of five', () => {
		expect(['★★★★★', '★★★★', 'FIVE', 'five stars'].map((text) => stars(text, 10))).toEqual([5, 4, 5, 5])
		expect(stars('★★★★★★★★☆☆', 10)).toBe(4)
	})
})

it('no text makes the reader throw, gives more than five, or takes long', () => {
	const part = fc.constantFrom('5', '.', ',', '/', ' ', 'of', '★', '☆', '½', '(', 'star', '-', 'a', '%', '満')
	const texts = fc.oneof(
		fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
		fc.array(part, { maxLength: 80 }).map((parts) => parts.join('')),
	)
	const rules = fc.record({
		scale: fc.constantFrom<StarRules['scale']>(5, 10, 100),
		half: fc.constantFrom<StarRules['half']>('up', 'down', 'none'),
	})
	fc.assert(
		fc.property(texts, rules, (text, chosen) => {
			const parsed = parseStars(text, chosen)
			if ('stars' in parsed) expect([null, 1, 2, 3, 4, 5]).toContain(parsed.stars)
		}),
	)
	for (const text of ['5', ' ', '★ ', '5 of ', '(', 'a ', '5-a ', '½']) {
		stars(text.repeat(60))
		expect(stars(`${text.repeat(100_000)}x`)).toBe('refused')
	}
})

it('a value is shortened to one line for a message', () => {
	expect(short('  5 \n stars ')).toBe('5 stars')
	expect(short('x'.repeat(100_000))).toBe(`${'x'.repeat(39)}…`)
})
