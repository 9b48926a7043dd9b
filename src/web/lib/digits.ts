const otherDigits = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']

/** The digits of what was typed or pasted, also of full-width and Arabic ones; everything else falls away. */
export function digitsOf(text: string): string {
	return [...text.normalize('NFKC')].map(digitOf).join('')
}

function digitOf(sign: string): string {
	if (sign >= '0' && sign <= '9') return sign
	const row = otherDigits.find((digits) => digits.includes(sign))
	return row ? String(row.indexOf(sign)) : ''
}
