/** Removes control characters that a terminal would act on. */
export function printable(text: string): string {
	return text.replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
		sign === '\t' ? '    ' : `\\x${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
	)
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
	return text.split('\n').map(printable).join('\n')
}
