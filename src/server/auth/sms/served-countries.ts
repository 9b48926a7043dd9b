/**
 * Whether numbers of this beginning are written to. Messages to some places pay whoever owns the number there, so an
 * operator names those their people live in.
 * @param phone digits only
 * @param rules calling codes, `!` before exceptions; the longest that fits decides, and an empty list serves everybody
 */
export function isServed(phone: string, rules: readonly string[]): boolean {
	if (rules.length === 0) return true
	const fitting = rules
		.map((rule) => ({ allows: !rule.startsWith('!'), digits: rule.replace(/\D/g, '') }))
		.filter(({ digits }) => phone.startsWith(digits))
		.sort((a, b) => b.digits.length - a.digits.length)
	// With exceptions only, all others are served.
	const otherwise = rules.every((rule) => rule.startsWith('!'))
	return fitting[0]?.allows ?? otherwise
}
