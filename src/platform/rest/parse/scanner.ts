import { queryParseError } from '#platform/rest/errors.ts'
import type { FieldRef, JsonStep } from './ast.ts'

const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
const quotedText = /"((?:[^"\\]|\\.)*)"/suy
const typeName = /[\p{L}\p{N}_ $]+/uy
const maxQuoted = 200

/** A position in a text. It only moves forward, so every parser ends. */
export class Scanner {
	readonly text: string
	/** Name of the text in error messages, e.g. `select parameter`. */
	readonly subject: string
	at = 0
	/** Length of a prefix that error messages include in the column. */
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

	/** Consumes `literal` if it is next. */
	take(literal: string): boolean {
		if (!this.sees(literal)) return false
		this.at += literal.length
		return true
	}

	expect(literal: string): void {
		if (!this.take(literal)) this.fail(`expecting "${literal}"`)
	}

	/** Consumes the match of a sticky pattern. */
	match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at
		const found = pattern.exec(this.text)?.[0]
		if (found !== undefined) this.at += found.length
		return found
	}

	skipSpace(): void {
		while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++
	}

	/** Consumes a double-quoted text with backslash escapes, and unescapes it. */
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

	type(): string {
		const name = this.match(typeName)?.trim()
		if (!name) this.fail('expecting letter or digit')
		return name
	}

	/** Fails for remaining text, which PostgREST reports in single quotes. */
	end(expecting: string): void {
		if (this.done) return
		const next = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
		this.refuse(`unexpected '${next}' expecting ${expecting}`, this.at)
	}

	/** Fails with the first letter at `at` that differs from `tried`. */
	failAgainst(tried: string, expecting: string, at: number): never {
		let same = 0
		while (same < tried.length && this.text[at + same] === tried[same]) same++
		this.refuse(`unexpected ${quotedLetter(this.text, at + same)} expecting ${expecting}`, at)
	}

	fail(details: string, at = this.at): never {
		const unexpected = quotedLetter(this.text, at)
		this.refuse(details.startsWith('expecting') ? `unexpected ${unexpected} ${details}` : details, at)
	}

	private refuse(reason: string, at: number): never {
		const column = this.before + at + 1
		throw queryParseError(`${this.subject} (${excerpt(this.text)})`, column, reason)
	}
}

function quotedLetter(text: string, at: number): string {
	return at < text.length ? JSON.stringify(text.slice(at, at + 1)) : 'end of input'
}

function excerpt(text: string): string {
	return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text
}

const maxSteps = 32
const index = /-?\d{1,9}(?=->|::|[.,)]|$)/y

/** JSON keys may have any characters; a dash ends a key only as part of an arrow. */
const bareKey = /(?:[^-(:.,>)]|-(?!>))+/y

/** Parses `name`, `name->key`, `name->0->>key`. */
export function parseField(s: Scanner): FieldRef {
	s.skipSpace()
	const name = s.name()
	const path = parseJsonPath(s)
	s.skipSpace()
	return { name, path }
}

/** Parses any number of `->key`, `->>key`, `->0`, `->-1`. */
export function parseJsonPath(s: Scanner): JsonStep[] {
	const path: JsonStep[] = []
	while (s.sees('->')) {
		if (path.length >= maxSteps) s.fail(`more than ${maxSteps} steps in a JSON path`)
		const arrow = s.take('->>') ? '->>' : '->'
		if (arrow === '->') s.take('->')
		const number = s.match(index)
		if (number === undefined && s.take('-')) s.fail('expecting digit')
		path.push({ arrow, key: number === undefined ? parseKey(s) : Number(number) })
	}
	return path
}

function parseKey(s: Scanner): string {
	const key = s.quoted() ?? s.match(bareKey)?.trim()
	if (!key) s.fail('expecting "-", digit or any non reserved character different from: .,>()')
	return key
}
