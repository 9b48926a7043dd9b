/** A token of SQL; comments and white space are none. */
export type SqlToken = {
	kind: 'word' | 'symbol' | 'literal'
	/** The text in lower case. */
	text: string
	start: number
	end: number
	/** Number of parentheses and `case` expressions that are open around it. */
	depth: number
	/** Index of the innermost open bracket or `case`, -1 outside of all. */
	parent: number
}

const space = /(?:\s|--[^\n]*)+/y
const dollarTag = /\$(?:[a-z_]\w*)?\$/iy
const literal = /e'(?:[^'\\]|''|\\[\s\S])*'|(?:[bxn]|u&)?'(?:[^']|'')*'|\d[\d_.]*(?:e[+-]?\d+)?/iy
const word = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:[^"]|"")*"|\$\d+/iy
const operator = /(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?:])+/y
const closers: Record<string, string> = { ')': '(', ']': '[', end: 'case' }

/**
 * Reads SQL into tokens: https://www.postgresql.org/docs/18/sql-syntax-lexical.html. The body of a function is read like the
 * rest; a dollar-quoted text inside a body is one literal.
 * @throws at a quote or comment without end
 */
export function lexSql(sql: string): SqlToken[] {
	const tokens: SqlToken[] = []
	const open: number[] = []
	let body: string | undefined
	let offset = 0
	const take = (pattern: RegExp) => {
		pattern.lastIndex = offset
		return pattern.exec(sql)?.[0]
	}
	const push = (kind: SqlToken['kind'], length: number) => {
		const text = sql.slice(offset, offset + length).toLowerCase()
		const isEndOfCase = text === 'case' && tokens.at(-1)?.text === 'end'
		const opener = closers[text]
		if (kind !== 'literal' && opener && tokens[open.at(-1) ?? -1]?.text === opener) open.pop()
		tokens.push({ kind, text, start: offset, end: offset + length, depth: open.length, parent: open.at(-1) ?? -1 })
		if (text === '(' || text === '[' || (text === 'case' && !isEndOfCase)) open.push(tokens.length - 1)
		offset += length
	}
	while (offset < sql.length) {
		const blank = take(space)?.length ?? commentLength(sql, offset)
		const tag = take(dollarTag)
		if (blank > 0) offset += blank
		else if (tag && (body === undefined || body === tag)) {
			body = body === undefined ? tag : undefined
			push('symbol', tag.length)
		} else if (tag) push('literal', lengthThrough(sql, offset, tag))
		else {
			const constant = take(literal)
			const name = constant ? undefined : take(word)
			if (constant) push('literal', constant.length)
			else if (name) push('word', name.length)
			else if (sql[offset] === "'" || sql[offset] === '"') throw new Error(`A quote without end at offset ${offset}.`)
			else push('symbol', operatorLength(take(operator)))
		}
	}
	return tokens
}

/** Length of a comment in `/*`, which may contain others; 0 where none begins. */
function commentLength(sql: string, start: number): number {
	if (!sql.startsWith('/*', start)) return 0
	let depth = 0
	for (let offset = start; offset < sql.length; offset++) {
		const pair = sql.slice(offset, offset + 2)
		if (pair !== '/*' && pair !== '*/') continue
		depth += pair === '/*' ? 1 : -1
		offset++
		if (depth === 0) return offset + 1 - start
	}
	throw new Error(`A comment without end at offset ${start}.`)
}

function lengthThrough(sql: string, start: number, tag: string): number {
	const end = sql.indexOf(tag, start + tag.length)
	if (end < 0) throw new Error(`A quote without end at offset ${start}.`)
	return end + tag.length - start
}

/** A sign of a number ends an operator: `=-1` is `=` and `-1`. */
function operatorLength(text = ''): number {
	if (text.length < 2 || /[~!@#%^&|`?]/.test(text)) return Math.max(text.length, 1)
	return text.replace(/(?<!^)[-+]+$/, '').length
}
