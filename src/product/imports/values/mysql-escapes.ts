const escapes: Record<string, string> = {
	n: '\n',
	r: '\n',
	t: '\t',
	'0': '',
	b: '',
	Z: '',
	'"': '"',
	"'": "'",
	'\\': '\\',
	'/': '/',
}
const path = /(?<![a-z])[a-z]:\\|^\\\\\w/i

/** True for a text with the escapes that MySQL and PHP write: marks of quotation or line breaks behind a backslash. A path of Windows has none. */
export function looksEscaped(text: string): boolean {
	return text.trim() === '\\N' || (/\\["']|(?:^|[^\\])(?:\\r)?\\n/.test(text) && !path.test(text))
}

/** Replaces the escapes of MySQL by their characters. `\N` alone is an empty cell; an unknown escape stays as it is. */
export function unescapeMysql(text: string): string {
	if (text.trim() === '\\N') return ''
	return text.replace(/\\r\\n|\\([nrtbZ0"'\\/])/g, (_, letter?: string) =>
		letter === undefined ? '\n' : (escapes[letter] ?? ''),
	)
}
