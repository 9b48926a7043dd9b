/** One statement of a script, from its first word to before its semicolon. */
export type Statement = {
	text: string
	/** Line of its first word, from 1. */
	line: number
	/** Its first words in lower case, at most four. */
	words: readonly string[]
}

/** Complete statements, the text after them, and what is still open there. */
export type Script = {
	statements: Statement[]
	/** The unfinished statement at the end, if there is one. */
	rest: Statement | undefined
	/** The bracket or quote that must be closed before a semicolon ends the rest. */
	open: "'" | '"' | '$' | '*' | '(' | undefined
}

const identifier = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

/**
 * Splits a script at its semicolons by psql's rules: not within strings, quoted names, comments, parentheses or the
 * body of an SQL-standard function (`begin atomic … end`). A line that begins with a backslash is a statement of its
 * own.
 */
export function splitStatements(text: string): Script {
	return new Splitter(text).split()
}

class Splitter {
	readonly #text: string
	readonly #statements: Statement[] = []
	#at = 0
	#line = 1
	#countedTo = 0
	#start = -1
	#words: string[] = []
	#parentheses = 0
	#bodies = 0
	#open: Script['open']

	constructor(text: string) {
		this.#text = text
	}

	split(): Script {
		while (this.#at < this.#text.length) this.#step()
		const rest = this.#start < 0 ? undefined : this.#statement(this.#text.length)
		const open = this.#open ?? (rest && (this.#parentheses > 0 || this.#bodies > 0) ? '(' : undefined)
		return { statements: this.#statements, rest, open }
	}

	#step(): void {
		const sign = this.#text[this.#at] ?? ''
		const pair = this.#text.slice(this.#at, this.#at + 2)
		if (/\s/.test(sign)) this.#at++
		else if (pair === '--') this.#at = this.#endOfLine()
		else if (pair === '/*') this.#comment()
		else if (sign === '\\' && this.#start < 0) this.#command()
		else if (sign === ';' && this.#parentheses === 0 && this.#bodies === 0) this.#finish()
		else this.#token(sign)
	}

	#token(sign: string): void {
		if (this.#start < 0) this.#begin()
		if (sign === "'") this.#quoted(/'/g, "'")
		else if (sign === '"') this.#quoted(/"/g, '"')
		else if (sign === '$') this.#dollar()
		else if (this.#take(identifier, (word) => this.#word(word))) return
		else {
			if (sign === '(') this.#parentheses++
			if (sign === ')') this.#parentheses = Math.max(0, this.#parentheses - 1)
			this.#at++
		}
	}

	#take(pattern: RegExp, found: (word: string) => void): boolean {
		pattern.lastIndex = this.#at
		const [word] = pattern.exec(this.#text) ?? []
		if (word === undefined) return false
		this.#at += word.length
		found(word)
		return true
	}

	#word(word: string): void {
		// A string with backslash escapes: E'it\'s'.
		if (/^e$/i.test(word) && this.#text[this.#at] === "'") {
			this.#quoted(/['\\]/g, "'")
			return
		}
		const lower = word.toLowerCase()
		if (this.#words.length < 4) this.#words.push(lower)
		if (!/^create (or replace )?(function|procedure)\b/.test(this.#words.join(' '))) return
		if (this.#parentheses > 0) return
		if (lower === 'begin' || (lower === 'case' && this.#bodies > 0)) this.#bodies++
		if (lower === 'end' && this.#bodies > 0) this.#bodies--
	}

	#quoted(ends: RegExp, open: "'" | '"'): void {
		ends.lastIndex = this.#at + 1
		for (let end = ends.exec(this.#text); end; end = ends.exec(this.#text)) {
			const next = this.#text[ends.lastIndex]
			// A doubled quote is literal; so is any character after a backslash.
			if (end[0] === '\\' || next === open) ends.lastIndex++
			else {
				this.#at = ends.lastIndex
				return
			}
		}
		this.#leaveOpen(open)
	}

	#dollar(): void {
		const isQuote = this.#take(dollarTag, (tag) => {
			const end = this.#text.indexOf(tag, this.#at)
			if (end < 0) this.#leaveOpen('$')
			else this.#at = end + tag.length
		})
		if (!isQuote) this.#at++
	}

	#comment(): void {
		let depth = 0
		const start = this.#at
		const marks = /\/\*|\*\//g
		marks.lastIndex = this.#at
		for (let mark = marks.exec(this.#text); mark; mark = marks.exec(this.#text)) {
			depth += mark[0] === '/*' ? 1 : -1
			this.#at = marks.lastIndex
			if (depth === 0) return
		}
		// It would hide the rest of the script, so it becomes a statement without an end.
		this.#at = start
		if (this.#start < 0) this.#begin()
		this.#leaveOpen('*')
	}

	#command(): void {
		this.#begin()
		this.#at = this.#endOfLine()
		this.#finish()
	}

	#leaveOpen(mark: Script['open']): void {
		this.#open = mark
		this.#at = this.#text.length
	}

	#begin(): void {
		this.#start = this.#at
		for (let at = this.#countedTo; at < this.#start; at++) if (this.#text[at] === '\n') this.#line++
		this.#countedTo = this.#start
	}

	#finish(): void {
		if (this.#start >= 0) this.#statements.push(this.#statement(this.#at))
		this.#at++
		this.#start = -1
		this.#words = []
	}

	#statement(end: number): Statement {
		return {
			text: this.#text.slice(this.#start, end),
			line: this.#line,
			words: this.#words,
		}
	}

	#endOfLine(): number {
		const end = this.#text.indexOf('\n', this.#at)
		return end < 0 ? this.#text.length : end
	}
}
