/** Operators that compare a column with a value; `in` and `is` are expressed by these and by null tests. */
export type CompareOperator =
	| 'eq'
	| 'neq'
	| 'lt'
	| 'lte'
	| 'gt'
	| 'gte'
	| 'like'
	| 'ilike'
	| 'match'
	| 'imatch'
	| 'isdistinct'

/** One condition of a filter. `operands` has one value except for `in`; for `is` it is null, true, false or unknown. */
export type Condition = {
	column: string
	operator: CompareOperator | 'in' | 'is'
	negated: boolean
	operands: string[]
}

/** Says in words what is wrong with a filter. */
export class FilterError extends Error {}

/** The caller's role may not select from the table that it asks to hear. */
export class PrivilegeError extends FilterError {}

const operators = 'eq|neq|lt|lte|gt|gte|in|like|ilike|is|match|imatch|isdistinct'
const start = new RegExp(`^\\s*("(?:[^"\\\\]|\\\\.)*"|[^=,]+)=(not\\.)?(${operators})\\.`, 's')
const isWords = ['null', 'true', 'false', 'unknown']
const maxLength = 4000
const maxValues = 100

/**
 * Reads `col=op.value` conditions joined by commas (data.md §3.6). A name may be quoted. So may values, with backslash
 * escapes; commas in quotes or parentheses belong to their value, and so does one behind which no condition begins.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
	if (text.length > maxLength) throw new FilterError('the filter is too long')
	if (text.includes('\0')) throw new FilterError('the filter has a NUL in it')
	if (text.trim() === '') return []
	const segments: string[] = []
	for (const segment of splitByCommas(text)) {
		if (segment.trim() === '')
			throw new FilterError('filter must not contain empty segments (check for extra commas)')
		if (segments.length === 0 || start.test(segment)) segments.push(segment)
		else segments.push(`${segments.pop()},${segment}`)
	}
	return segments.map(readCondition)
}

function readCondition(segment: string): Condition {
	const match = start.exec(segment)
	if (!match) throw new FilterError(`failed to parse filter: ${segment.slice(0, 60)}`)
	const [whole, name = '', not, word] = match
	const operator = word as Condition['operator']
	const operands = readOperands(operator, segment.slice(whole.length).trimEnd())
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

/** Spaces around what is listed do not count, and nothing may be listed: as in an array of PostgreSQL. */
function readList(value: string): string[] {
	if (!/^\(.*\)$/s.test(value)) throw new FilterError('"in" takes a list in parentheses')
	const inner = value.slice(1, -1)
	const values = inner.trim() === '' ? [] : splitByCommas(inner).map((one) => one.trim())
	if (values.length > maxValues) throw new FilterError(`"in" takes at most ${maxValues} values`)
	if (values.includes('')) throw new FilterError('"in" has an empty value, which takes quotes')
	return values.map(unquoted)
}

/** Splits at the commas that stand in no quotes and no parentheses. Quotes open only where a name or value begins. */
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

/** What is quoted from its first letter to its last; anything else as it stands. */
function unquoted(text: string): string {
	if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return text
	return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}
