import { lexSql, type SqlToken } from './lex-sql.ts'
import type { Mutation } from './mutation.ts'

const flipped: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=', '!=': '=' }
/** Words before a condition. */
const beforeConditions = new Set(['where', 'having', 'on', 'if', 'elsif', 'when', 'while', 'and', 'or', 'not'])
const openingWords = new Set(['where', 'having', 'on', 'if', 'elsif', 'when'])
const endingWords = new Set(
	`then loop order group limit offset fetch returning union except intersect for window having where when else end on join left right
	full inner cross natural using as into do execute from asc desc nulls with set select values`.split(/\s+/),
)

/**
 * Lists every change of one condition in SQL and PL/pgSQL: an operand of `and` and `or` dropped, a condition negated, a `where` without
 * effect, another comparison. Comments and texts are left alone; the result may be refused by PostgreSQL.
 */
export function sqlMutations(sql: string): Mutation[] {
	const tokens = lexSql(sql)
	return tokens.flatMap((token, index) => {
		if (token.kind === 'literal') return []
		if (token.kind === 'symbol') return comparison(tokens, index)
		if (token.text === 'and' || token.text === 'or')
			return isRange(tokens, index) || tokens[index - 1]?.text === 'create' ? [] : withoutRight(tokens, index)
		if (token.text === 'is') return [nullTest(tokens, index)].filter((mutation) => mutation !== undefined)
		return openingWords.has(token.text) ? clause(sql, tokens, index) : []
	})
}

function comparison(tokens: readonly SqlToken[], index: number): Mutation[] {
	const { text, start, end } = tokens[index] as SqlToken
	const replacement = flipped[text]
	// An equals sign also assigns and sets.
	if (!replacement || (!/[<>]/.test(text) && !isCondition(tokens, index))) return []
	return [{ kind: `${text} → ${replacement}`, anchor: start, start, end, replacement }]
}

/** True when the words before a token in its parentheses make it part of a condition. */
function isCondition(tokens: readonly SqlToken[], index: number): boolean {
	const { depth, parent } = tokens[index] as SqlToken
	for (let at = index - 1; at > parent; at--) {
		const token = tokens[at] as SqlToken
		if (token.depth !== depth || token.kind === 'literal') continue
		if (beforeConditions.has(token.text)) return true
		if (endingWords.has(token.text) || [',', ';', ':='].includes(token.text)) return false
	}
	const opener = tokens[parent]
	if (opener?.text !== '(') return false
	const before = tokens[parent - 1]?.text ?? ''
	return before === '(' ? isCondition(tokens, parent) : beforeConditions.has(before)
}

/** True for an `and` that belongs to `between`. */
function isRange(tokens: readonly SqlToken[], index: number): boolean {
	const { depth, parent } = tokens[index] as SqlToken
	for (let at = index - 1; at > parent; at--) {
		const token = tokens[at] as SqlToken
		if (token.depth !== depth) continue
		if (token.text === 'between') return true
		if (beforeConditions.has(token.text) || token.text === ';') return false
	}
	return false
}

function withoutRight(tokens: readonly SqlToken[], index: number): Mutation[] {
	const { text, start } = tokens[index] as SqlToken
	const last = tokens[operandEnd(tokens, index + 1, text === 'and' ? ['and', 'or'] : ['or'])]
	const before = tokens[index - 1]
	if (!last || !before || last.start <= start) return []
	return [{ kind: `drop after ${text}`, anchor: start, start: before.end, end: last.end, replacement: '' }]
}

function nullTest(tokens: readonly SqlToken[], index: number): Mutation | undefined {
	const [is, not, value] = tokens.slice(index, index + 3)
	if (!is || !not) return
	const isNegated = not.text === 'not'
	const tested = isNegated ? value : not
	if (!tested || !['null', 'distinct', 'true', 'false'].includes(tested.text)) return
	const replacement = isNegated ? 'is' : 'is not'
	const kind = isNegated ? `is not ${tested.text} → is ${tested.text}` : `is ${tested.text} → is not ${tested.text}`
	return { kind, anchor: is.start, start: is.start, end: isNegated ? not.end : is.end, replacement }
}

/** Mutations of the whole condition after a word, and of its first operand. */
function clause(sql: string, tokens: readonly SqlToken[], index: number): Mutation[] {
	const { text } = tokens[index] as SqlToken
	const first = tokens[index + 1]
	const lastIndex = operandEnd(tokens, index + 1, [])
	const last = tokens[lastIndex]
	if (!first || !last || last.start < first.start) return []
	const mutations: Mutation[] = []
	const next = tokens[lastIndex + 1]?.text
	const range = { anchor: first.start, start: first.start, end: last.end }
	if (text === 'where') mutations.push({ kind: 'where → true', ...range, replacement: 'true' })
	if (next === 'then' && (text !== 'when' || isSearchedCase(tokens, index))) {
		const condition = sql.slice(first.start, last.end)
		const negated = first.text === 'not' && !hasOperators(tokens, index + 2, lastIndex)
		const replacement = negated ? sql.slice(tokens[index + 2]?.start, last.end) : `not (${condition})`
		mutations.push({ kind: 'negate', ...range, replacement })
	}
	const afterFirst = operandEnd(tokens, index + 1, ['and', 'or']) + 1
	const [operator, second] = tokens.slice(afterFirst, afterFirst + 2)
	if (operator && second && /^(and|or)$/.test(operator.text))
		mutations.push({ kind: `drop before ${operator.text}`, ...range, end: second.start, replacement: '' })
	return mutations
}

function hasOperators(tokens: readonly SqlToken[], from: number, to: number): boolean {
	const depth = tokens[from]?.depth
	return tokens.slice(from, to + 1).some((token) => token.depth === depth && /^(and|or)$/.test(token.text))
}

/** `case value when …` compares and has no conditions; `exception when …` names an error. */
function isSearchedCase(tokens: readonly SqlToken[], index: number): boolean {
	const { parent } = tokens[index] as SqlToken
	return tokens[parent]?.text === 'case' && tokens[parent + 1]?.text === 'when'
}

/** Index of the last token of an operand that begins at `first`. */
function operandEnd(tokens: readonly SqlToken[], first: number, operators: readonly string[]): number {
	const depth = tokens[first - 1]?.depth ?? 0
	let at = first
	for (; at < tokens.length; at++) {
		const token = tokens[at] as SqlToken
		if (token.depth < depth) break
		if (token.depth > depth) continue
		if (token.kind === 'literal') continue
		if (operators.includes(token.text) && !isRange(tokens, at)) break
		if (token.text === 'end' && closesCase(tokens, at)) continue
		if (/^(;|,|\$\w*\$)$/.test(token.text)) break
		if (token.text === 'from' && tokens[at - 1]?.text === 'distinct') continue
		// As functions, `left(…)` and `right(…)` are part of the operand.
		if (endingWords.has(token.text) && !(/^(left|right)$/.test(token.text) && tokens[at + 1]?.text === '(')) break
	}
	return at - 1
}

/** An `end` that closes no `case` ends a block. */
function closesCase(tokens: readonly SqlToken[], end: number): boolean {
	const { depth } = tokens[end] as SqlToken
	return tokens.slice(0, end).findLast((token) => token.depth === depth)?.text === 'case'
}
