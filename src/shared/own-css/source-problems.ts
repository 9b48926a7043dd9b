import { tokenize, tokenNames } from 'css-tree/tokenizer'

/** A part that was left out, and the reason. Lines count from 1. */
export type CssProblem = { line: number; reason: string }

/** The most bytes of UTF-8 that own CSS may have. */
const mostBytes = 20_480

/** The beginning of a tag, which could end the element that holds a style sheet. */
export const htmlTag = /<[/!?a-z]/i

const closing: Record<string, string> = { '{': '}', '(': ')', '[': ']' }
const unreadable: Record<string, string> = {
	'bad-string-token': 'A text has no closing quote.',
	'bad-url-token': 'A wall loads nothing.',
	'CDO-token': 'This is HTML, not CSS.',
	'CDC-token': 'This is HTML, not CSS.',
}

/** Faults that make the whole text unusable: its size, escapes, HTML, or brackets that do not match. */
export function sourceProblems(text: string): CssProblem[] {
	const bytes = new TextEncoder().encode(text).byteLength
	if (bytes > mostBytes)
		return [
			{ line: 1, reason: `Own CSS may have 20 KB. These are ${Math.ceil(bytes / 1024).toLocaleString('en')} KB.` },
		]
	const problems: CssProblem[] = []
	const note = (at: number, reason: string) => problems.push({ line: lineAt(text, at), reason })
	// A name with an escape would read as another one.
	const escapes = text.indexOf('\\')
	if (escapes >= 0) note(escapes, 'Escapes (\\) cannot be used. Type the sign itself.')
	const tag = text.search(htmlTag)
	if (tag >= 0) note(tag, 'This is HTML, not CSS.')
	const open: { sign: string; at: number }[] = []
	tokenize(text, (type, start, end) => {
		const reason = unreadable[tokenNames[type] ?? '']
		if (reason) note(start, reason)
		const token = text.slice(start, end)
		const sign = token.at(-1) ?? ''
		const isFunction = tokenNames[type] === 'function-token'
		if (isFunction || (token.length === 1 && closing[sign])) open.push({ sign, at: start })
		if (token.length === 1 && '})]'.includes(token)) {
			const last = open.pop()
			if (!last || closing[last.sign] !== token) note(start, `“${token}” closes nothing.`)
		}
		if (tokenNames[type] === 'comment-token' && !token.endsWith('*/')) note(start, 'A comment is not closed.')
	})
	for (const { sign, at } of open.slice(0, 1)) note(at, `“${sign}” is not closed.`)
	return problems
}

function lineAt(text: string, at: number): number {
	return text.slice(0, at).split('\n').length
}
