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

const operators = 'eq|neq|lt|lte|gt|gte|in|like|ilike|is|match|imatch|isdistinct'
const start = new RegExp(`([^=,]+)=(not\\.)?(${operators})\\.`, 'y')
const nextStart = new RegExp(`,(?=[^=,]+=(?:not\\.)?(?:${operators})\\.)`, 'g')
const isWords = ['null', 'true', 'false', 'unknown']
const maxLength = 4000
const maxValues = 100

/**
 * Reads `col=op.value` conditions joined by commas (data.md §3.6). Values may be quoted with backslash escapes.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
	if (text.length > maxLength) throw new FilterError('the filter is too long')
	if (text.includes('\0')) throw new FilterError('the filter has a NUL in it')
	const conditions: Condition[] = []
	let at = 0
	while (at < text.length) {
		start.lastIndex = at
		const match = start.exec(text)
		if (!match) throw new FilterError(`failed to parse filter: ${text.slice(at, at + 60)}`)
		const [whole, column = '', not, operator] = match
		const value = readValue(text, at + whole.length, operator as Condition['operator'])
		conditions.push({
			column: column.trim(),
			operator: operator as Condition['operator'],
			negated: not !== undefined,
			operands: value.operands,
		})
		at = value.end
		if (at < text.length && text[at] !== ',')
			throw new FilterError(`failed to parse filter: ${text.slice(at, at + 60)}`)
		at += 1
	}
	return conditions
}

function readValue(text: string, at: number, operator: Condition['operator']) {
	if (operator === 'in') return readList(text, at)
	if (text[at] === '"') {
		const { value, end } = readQuoted(text, at)
		return { operands: [value], end }
	}
	nextStart.lastIndex = at
	const end = nextStart.exec(text)?.index ?? text.length
	const value = text.slice(at, end)
	if (operator !== 'is') return { operands: [value], end }
	const word = value.toLowerCase()
	if (!isWords.includes(word))
		throw new FilterError(`"is" takes null, true, false or unknown, not ${value.slice(0, 60)}`)
	return { operands: [word], end }
}

function readList(text: string, at: number) {
	if (text[at] !== '(') throw new FilterError('"in" takes a list in parentheses')
	const operands: string[] = []
	let i = at + 1
	while (text[i] !== ')') {
		const item = text[i] === '"' ? readQuoted(text, i) : readBare(text, i)
		operands.push(item.value)
		i = item.end
		if (text[i] === ',') i += 1
		else if (text[i] !== ')') throw new FilterError('"in" takes a list in parentheses')
	}
	if (operands.length === 0 || operands.length > maxValues)
		throw new FilterError(`"in" takes 1 to ${maxValues} values`)
	return { operands, end: i + 1 }
}

function readBare(text: string, at: number) {
	let end = at
	while (end < text.length && text[end] !== ',' && text[end] !== ')') end += 1
	return { value: text.slice(at, end), end }
}

function readQuoted(text: string, at: number) {
	let value = ''
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === '"') return { value, end: i + 1 }
		if (text[i] === '\\') i += 1
		value += text[i] ?? ''
	}
	throw new FilterError('a quote is not closed')
}
