/** The text of a longer cell is no date. */
const maxLength = 120
/** A date has at least three digits; the first year of a Japanese era is a letter. */
const threeDigits = /[\p{Nd}元](?:[^\p{Nd}元]*[\p{Nd}元]){2}/u
const eras: Record<string, number> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

/**
 * A text that may be a date, in small letters without accents, with plain spaces, hyphens and digits, and with the units of Japanese, Chinese
 * and Korean as separators. Undefined with less than three digits.
 */
export function plainDate(text: string): string | undefined {
	if (text.length > maxLength || !threeDigits.test(text)) return undefined
	const plain = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : withoutScript(text)
	return plain.replace(/\s+/g, ' ').replace(/^[\s'"]+|[\s'",;]+$/g, '')
}

/** Small Latin letters, digits and separators instead of those of other scripts. */
function withoutScript(text: string): string {
	return (
		text
			.normalize('NFKC')
			// Marks of direction, which browsers write into dates, and those of byte order.
			.replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
			.toLowerCase()
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.normalize('NFC')
			.replaceAll('ı', 'i')
			.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
			.replace(/[\u2010-\u2015\u2212]/g, '-')
			.replace(/(令和|平成|昭和)\s?(元|\d{1,2})(?=\s?年)/g, (_, era: string, year: string) =>
				String((eras[era] ?? 0) + (year === '元' ? 1 : Number(year))),
			)
			.replace(/(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일號号]?/g, '$1-$2-$3 ')
			.replace(
				/(\d{1,2})\s?[時时시点點]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/g,
				(_, hour, minute, second = '00') =>
					[hour, minute, second].map((part: string) => part.padStart(2, '0')).join(':'),
			)
	)
}
