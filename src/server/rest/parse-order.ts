import type { OrderTerm } from './ast.ts'
import { parseField } from './parse-json-path.ts'
import { Scanner } from './scanner.ts'

const maxTerms = 50

/** Parses `order=…`: `name.desc.nullslast,owner(name)`. */
export function parseOrder(text: string): OrderTerm[] {
	const s = new Scanner(text, 'order')
	const terms: OrderTerm[] = []
	do {
		if (terms.length >= maxTerms) s.fail(`more than ${maxTerms} terms of order`)
		terms.push(parseTerm(s))
		s.skipSpace()
	} while (s.take(','))
	s.end('"," or end of input')
	return terms
}

function parseTerm(s: Scanner): OrderTerm {
	const first = parseField(s)
	let term: Pick<OrderTerm, 'relation' | 'field'> = { field: first }
	if (first.path.length === 0 && s.take('(')) {
		term = { relation: first.name, field: parseField(s) }
		s.expect(')')
	}
	return { ...term, ...parseDirection(s) }
}

/** `.desc`, `.nullslast`, `.asc.nullsfirst`, or nothing. */
function parseDirection(s: Scanner): Pick<OrderTerm, 'descending' | 'nulls'> {
	if (!s.take('.')) return { descending: false }
	const direction = ['asc', 'desc'].find((word) => s.take(word))
	const descending = direction === 'desc'
	if (direction && !s.take('.')) return { descending }
	if (s.take('nullsfirst')) return { descending, nulls: 'first' }
	if (s.take('nullslast')) return { descending, nulls: 'last' }
	s.fail(`expecting ${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`)
}
