const nonAsciiDigits = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']

/** The digits of an input, including full-width and Arabic ones, in ASCII; other characters are dropped. */
export function extractDigits(text: string): string {
	return [...text.normalize('NFKC')].map(toAsciiDigit).join('')
}

function toAsciiDigit(sign: string): string {
	if (sign >= '0' && sign <= '9') return sign
	const row = nonAsciiDigits.find((digits) => digits.includes(sign))
	return row ? String(row.indexOf(sign)) : ''
}
