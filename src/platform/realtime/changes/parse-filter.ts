import { type CompareOperator, comparisons } from './queries.ts'

/** One condition of a filter. `operands` has one value except for `in`; for `is` it is null, true, false or unknown. */
export type Condition = {
	column: string
	operator: CompareOperator | 'in' | 'is'
	negated: boolean
	operands: string[]
}

/** A filter error; the message is for the client. */
export class FilterError extends Error {}

/** The role has no select privilege on the table. */
export class PrivilegeError extends FilterError {}

const operators = [...Object.keys(comparisons), 'in', 'is'].join('|')
const start = new RegExp(`^\\s*("(?:[^"\\\\]|\\\\.)*"|[^=,]+)=(not\\.)?(${operators})\\.`, 's')
const isWords = ['null', 'true', 'false', 'unknown']
const maxLength = 4000
const maxValues = 100

/**
 * Parses `col=op.value` conditions joined by commas. Names and values may be quoted, with backslash escapes. Commas
 * belong to the value inside quotes or parentheses, and where no condition follows.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
	if (text.length > maxLength) throw new FilterError('the filter is too long')
	if (text.includes('\0')) throw new FilterError('the filter has a NUL in it')
	if (text.trim() === '') return []
	const segments: string[] = []
	for (const segment of splitByCommas(text)) {
		if (segment.trim() === '') throw new FilterError('filter must not contain empty segments (check for extra commas)')
		if (segments.length === 0 || start.test(segment)) segments.push(segment)
		else segments.push(`${segments.pop()},${segment}`)
	}
	return segments.map(readCondition)
}

function readCondition(segment: string): Condition {
	const match = start.exec(segment)
	if (!match) throw new FilterError(`failed to parse filter: ${segment.slice(0, 60)}`)
	const [prefix, name = '', not, symbol] = match
	const operator = symbol as Condition['operator']
	const operands = readOperands(operator, segment.slice(prefix.length).trimEnd())
	return { column: unquoted(name.trim()), operator, negated: not !== undefined, operands }
}

function readOperands(operator: Condition['operator'], value: string): string[] {
	if (operator === 'in') return readList(value)
	if (operator !== 'is') return [unquoted(value)]
	const word = value.toLowerCase()
	if (!isWords.includes(word))
		throw new FilterError(`"is" takes null, true, false or unknown, not ${value.slice(0, 60)}`)
	return [word]
}

/** Parses a list, which may be empty. Spaces around values are ignored, as in a PostgreSQL array. */
function readList(value: string): string[] {
	if (!/^\(.*\)$/s.test(value)) throw new FilterError('"in" takes a list in parentheses')
	const inner = value.slice(1, -1)
	const values = inner.trim() === '' ? [] : splitByCommas(inner).map((part) => part.trim())
	if (values.length > maxValues) throw new FilterError(`"in" takes at most ${maxValues} values`)
	if (values.includes('')) throw new FilterError('"in" has an empty value, which takes quotes')
	return values.map(unquoted)
}

/** Splits at commas outside quotes and parentheses. Quotes open only at the start of a name or value. */
function splitByCommas(text: string): string[] {
	const parts: string[] = []
	let from = 0
	let depth = 0
	let isBeginning = true
	for (let at = 0; at < text.length; at++) {
		const letter = text[at] ?? ''
		if (letter === '"' && isBeginning) at = endOfQuotes(text, at)
		else if (letter === '(') depth += 1
		else if (letter === ')') depth = Math.max(0, depth - 1)
		else if (letter === ',' && depth === 0) {
			parts.push(text.slice(from, at))
			from = at + 1
		}
		isBeginning = /[.(,]/.test(letter) || (isBeginning && letter === ' ')
	}
	return [...parts, text.slice(from)]
}

function endOfQuotes(text: string, at: number): number {
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === '"') return i
		if (text[i] === '\\') i += 1
	}
	throw new FilterError('a quote is not closed')
}

/** Unquotes a text that is quoted as a whole. */
function unquoted(text: string): string {
	if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return text
	return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}
