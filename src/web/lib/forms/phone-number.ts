import { extractDigits } from './digits.ts'

/** A number in E.164 (`+4915112345678`), or undefined without a country code. */
export function parsePhoneNumber(typed: string): string | undefined {
	const text = typed.normalize('NFKC').trim()
	const digits = extractDigits(text.replace(/^00/, ''))
	const isInternational = text.startsWith('+') || text.startsWith('00')
	return isInternational && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
}

/** Error text for a typed number. The server validates it again. */
export function phoneNumberError(typed: string): string | undefined {
	if (!typed.trim()) return 'Type your phone number.'
	if (parsePhoneNumber(typed)) return undefined
	return 'Begin with + and the country, such as +44 20 7946 0018.'
}
