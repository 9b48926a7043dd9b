import { unparsable } from './problem.ts'

const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const quotedText = /"((?:[^"\\]|\\.)*)"/suy
const typeName = /[\p{L}\p{N}_ $]+/uy
const maxQuoted = 200

/** A place in a text that is being parsed. It only moves forward, so every parser over it ends. */
export class Scanner {
	readonly text: string
	/** What is parsed, as error messages name it, e.g. `select parameter`. */
	readonly subject: string
	at = 0
	/** What stood before the text: error messages count from there. */
	private readonly before: number

	constructor(text: string, subject: string, before = '') {
		this.text = text
		this.subject = subject
		this.before = before.length
	}

	get done(): boolean {
		return this.at >= this.text.length
	}

	sees(literal: string): boolean {
		return this.text.startsWith(literal, this.at)
	}

	/** Moves over `literal` if it is next. */
	take(literal: string): boolean {
		if (!this.sees(literal)) return false
		this.at += literal.length
		return true
	}

	expect(literal: string): void {
		if (!this.take(literal)) this.fail(`expecting "${literal}"`)
	}

	/** Moves over what a sticky pattern matches. */
	match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at
		const found = pattern.exec(this.text)?.[0]
		if (found !== undefined) this.at += found.length
		return found
	}

	skipSpace(): void {
		while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
	}

	/** A double-quoted text with backslash escapes, unescaped. */
	quoted(): string | undefined {
		const found = this.match(quotedText)
		return found?.slice(1, -1).replace(/\\(.)/gsu, '$1')
	}

	/** An identifier: letters, digits, `_`, space, `$`, inner dashes; anything when quoted. */
	name(): string {
		const name = this.tryName()
		if (name === undefined) this.fail('expecting field name (* or [a..z0..9_$])')
		return name
	}

	tryName(): string | undefined {
		if (this.sees('"')) return this.quoted()
		const start = this.at
		const name = this.match(bareName)?.trim()
		if (name) return name
		this.at = start
		return undefined
	}

	/** The name of a type after `::`. */
	type(): string {
		const name = this.match(typeName)?.trim()
		if (!name) this.fail('expecting letter or digit')
		return name
	}

	/** What is left over is told in single quotes, as PostgREST does. */
	end(expecting: string): void {
		if (this.done) return
		const next = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
		this.refuse(`unexpected '${next}' expecting ${expecting}`, this.at)
	}

	/** Fails at `at` with the first letter there that differs from `tried`. */
	failAgainst(tried: string, expecting: string, at: number): never {
		let same = 0
		while (same < tried.length && this.text[at + same] === tried[same]) same++
		this.refuse(`unexpected ${quotedLetter(this.text, at + same)} expecting ${expecting}`, at)
	}

	fail(details: string, at = this.at): never {
		const unexpected = quotedLetter(this.text, at)
		this.refuse(
			details.startsWith('expecting') ? `unexpected ${unexpected} ${details}` : details,
			at,
		)
	}

	private refuse(reason: string, at: number): never {
		const column = this.before + at + 1
		throw unparsable(`${this.subject} (${excerpt(this.text)})`, column, reason)
	}
}

function quotedLetter(text: string, at: number): string {
	return at < text.length ? JSON.stringify(text.slice(at, at + 1)) : 'end of input'
}

function excerpt(text: string): string {
	return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text
}
