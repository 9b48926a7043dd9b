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
	const descending = s.take('.desc') || (s.take('.asc') && false)
	const nulls = s.take('.nullsfirst') ? 'first' : s.take('.nullslast') ? 'last' : undefined
	if (!s.done && !s.sees(',') && !s.sees(' '))
		s.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"')
	return { ...term, descending, ...(nulls ? { nulls } : {}) }
}
