/**
 * True when numbers with this prefix may be sent to. Messages to premium ranges earn money for their holders, so
 * operators list the countries of their users.
 * @param phone digits only
 * @param rules calling codes, exceptions with `!`; the longest match decides, an empty list allows all
 */
export function isServedCountry(phone: string, rules: readonly string[]): boolean {
	if (rules.length === 0) return true
	const fitting = rules
		.map((rule) => ({ allows: !rule.startsWith('!'), digits: rule.replace(/\D/g, '') }))
		.filter(({ digits }) => phone.startsWith(digits))
		.sort((a, b) => b.digits.length - a.digits.length)
	// Exceptions alone allow all other numbers.
	const otherwise = rules.every((rule) => rule.startsWith('!'))
	return fitting[0]?.allows ?? otherwise
}
