/** A day as an ISO text (YYYY-MM-DD), so that no time zone shifts it; null for one that does not exist, such as 30 February. */
export function dayOf(year: number, month: number, date: number): string | null {
	const at = new Date(Date.UTC(year, month - 1, date))
	const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
	return exists && year >= 1000 ? at.toISOString().slice(0, 10) : null
}

/** The day of three typed numbers, in the digits of any script. A year has four digits; null while they are no day. */
export function readDateParts(day: string, month: string, year: string): string | null {
	const [d, m, y] = [day, month, year].map((typed) => latinDigits(typed.trim()))
	if (!/^\d\d?$/.test(d ?? '') || !/^\d\d?$/.test(m ?? '') || !/^\d{4}$/.test(y ?? '')) return null
	return dayOf(Number(y), Number(m), Number(d))
}

/** Arabic and Persian digits end in their value: U+0660 to U+0669, U+06F0 to U+06F9. */
function latinDigits(text: string): string {
	return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
