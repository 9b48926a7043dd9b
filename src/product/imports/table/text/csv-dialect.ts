import { importDelimiters } from '#shared/import/import-api.ts'

/** A cell that MySQL writes for null. */
const nullCell = new RegExp(
	String.raw`(?:^|[\n${importDelimiters.join('')}])"?\\N"?(?=[\n${importDelimiters.join('')}]|$)`,
)
const cellStart = /(?:^|[\n,;|\t])( *)"/g
const cellEnd = / *(?:[\n,;|\t]|$)/y

/** Bytes behind an escaped quotation mark that may end its cell, or double it. */
const endsOfCell = new Set(Buffer.from(`"\r\n${importDelimiters.join('')}`))

/** True when a piece of a file has a quotation mark behind a backslash that neither ends its cell nor is doubled: no other CSV has one. */
export function hasEscapedQuote(bytes: Buffer): boolean {
	for (let at = bytes.indexOf('\\"'); at >= 0; at = bytes.indexOf('\\"', at + 2)) {
		let start = at
		while (bytes[start - 1] === 0x5c) start--
		const next = bytes[at + 2]
		if ((at - start) % 2 === 0 && next !== undefined && !endsOfCell.has(next)) return true
	}
	return false
}

/** True when a file has null as MySQL writes it, which escapes by a backslash. */
export function hasNullCells(sample: string): boolean {
	return nullCell.test(sample)
}

/** True when spaces stand between a separator and the quotation mark of a cell, more often than not. What is within a cell does not count. */
export function hasSpacedQuotes(sample: string): boolean {
	let spaced = 0
	let plain = 0
	cellStart.lastIndex = 0
	for (let start = cellStart.exec(sample); start; start = cellStart.exec(sample)) {
		const end = endOfQuoted(sample, cellStart.lastIndex)
		cellEnd.lastIndex = end
		if (start[1] === '') plain++
		else if (cellEnd.test(sample)) spaced++
		cellStart.lastIndex = end
	}
	return spaced > 0 && spaced >= plain / 4
}

/** The place behind the quotation mark that ends a cell. */
function endOfQuoted(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
		if (text[at + 1] !== '"') return at + 1
	return text.length
}

/**
 * Doubles the quotation marks that a backslash escapes, and writes an escaped line end as `\n`, so that any reader of CSV finds the cells. The
 * other escapes stay for the values.
 */
export async function* unescapeQuotes(text: AsyncIterable<string>): AsyncGenerator<string> {
	let held = ''
	for await (const piece of text) {
		const whole = held + piece
		held = slashesAtEnd(whole) % 2 === 1 ? '\\' : ''
		yield (held ? whole.slice(0, -1) : whole).replace(/\\([\s\S])/g, (pair, next: string) =>
			next === '"' ? '""' : next === '\n' ? '\\n' : pair,
		)
	}
	yield held
}

function slashesAtEnd(text: string): number {
	let at = text.length
	while (text[at - 1] === '\\') at--
	return text.length - at
}

/** Takes away the spaces between a separator and the quotation mark that begins a cell. */
export async function* withoutSpaces(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
	const escaped = delimiter.replace(/[|\\]/g, '\\$&')
	const before = new RegExp(`([${escaped}\n]) {1,8}"(?!"[^${escaped}\n])`, 'g')
	const cut = new RegExp(`[${escaped}\n] {0,8}"{0,2}$`)
	let held = ''
	for await (const piece of text) {
		const whole = held + piece
		held = cut.exec(whole.slice(-12))?.[0] ?? ''
		yield whole.slice(0, whole.length - held.length).replace(before, '$1"')
	}
	yield held.replace(before, '$1"')
}
