import { digitsOf } from './digits.ts'

/** A number as the wire wants it (`+4915112345678`), or undefined when it names no country. */
export function phoneNumber(typed: string): string | undefined {
	const text = typed.normalize('NFKC').trim()
	const digits = digitsOf(text.replace(/^00/, ''))
	const isInternational = text.startsWith('+') || text.startsWith('00')
	return isInternational && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
}

/** What is wrong with a typed number. The server has the last word. */
export function phoneProblem(typed: string): string | undefined {
	if (!typed.trim()) return 'Type your phone number.'
	if (phoneNumber(typed)) return undefined
	return 'Begin with + and the country, such as +44 20 7946 0018.'
}
