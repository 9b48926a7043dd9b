import { type Aggregate, aggregates, type EmbedItem, type SelectItem } from './ast.ts'
import { parseField, parseJsonPath, Scanner } from './scanner.ts'

const maxItems = 500
const maxDepth = 12
const superfluous = /[)']+$/y

/** Parses `select=…`. An empty text means `*`. */
export function parseSelect(text: string): SelectItem[] {
	if (text.trim() === '') return [{ kind: 'star' }]
	const s = new Scanner(text, 'select parameter')
	const budget = { items: maxItems }
	const items = parseItems(s, 0, budget)
	// PostgREST ignores text after the items, and some clients send one parenthesis too many.
	s.match(superfluous)
	s.end('",", "->", "::", "(" or end of input')
	return items
}

type Budget = { items: number }

function parseItems(s: Scanner, depth: number, budget: Budget): SelectItem[] {
	if (depth > maxDepth) s.fail(`embeds are nested deeper than ${maxDepth}`)
	const items: SelectItem[] = []
	do {
		if (budget.items-- <= 0) s.fail(`more than ${maxItems} items are selected`)
		s.skipSpace()
		items.push(parseItem(s, depth, budget))
		s.skipSpace()
	} while (s.take(','))
	return items
}

function parseItem(s: Scanner, depth: number, budget: Budget): SelectItem {
	// Some clients and proxies remove one of three dots.
	if (s.take('...') || s.take('..')) return parseEmbed(s, s.name(), undefined, true, depth, budget)
	if (s.take('*')) return { kind: 'star' }
	let name = s.name()
	let alias: string | undefined
	if (s.sees(':') && !s.sees('::')) {
		s.take(':')
		alias = name
		s.skipSpace()
		name = s.name()
	}
	if (name === 'count' && s.take('()')) return { kind: 'count', alias, cast: cast(s) }
	if (s.sees('(') || s.sees('!')) return parseEmbed(s, name, alias, false, depth, budget)
	const field = { name, path: parseJsonPath(s) }
	const columnCast = cast(s)
	const aggregate = s.take('.') ? parseAggregate(s) : undefined
	const aggregateCast = aggregate && cast(s)
	return { kind: 'field', field, alias, cast: columnCast, aggregate, aggregateCast }
}

function parseEmbed(
	s: Scanner,
	target: string,
	alias: string | undefined,
	spread: boolean,
	depth: number,
	budget: Budget,
): EmbedItem {
	let hint: string | undefined
	let join: 'inner' | 'left' | undefined
	while (s.take('!')) {
		const hintOrJoin = s.name()
		if ((hintOrJoin === 'inner' || hintOrJoin === 'left') && !join) join = hintOrJoin
		else if (hint === undefined) hint = hintOrJoin
		else s.fail('expecting "("')
	}
	s.expect('(')
	s.skipSpace()
	const items = s.sees(')') ? [] : parseItems(s, depth + 1, budget)
	s.expect(')')
	return { kind: 'embed', target, alias, hint, join, spread, items }
}

function cast(s: Scanner): string | undefined {
	return s.take('::') ? s.type() : undefined
}

function parseAggregate(s: Scanner): Aggregate {
	const found = aggregates.find((name) => s.take(`${name}()`))
	if (!found) s.fail('expecting "sum()", "avg()", "count()", "max()" or "min()"')
	return found
}

/** Parses a comma list of names: `columns=…`, `on_conflict=…`. */
export function parseNames(text: string, subject: string): string[] {
	const s = new Scanner(text, subject)
	const names: string[] = []
	do {
		if (names.length >= maxItems) s.fail(`more than ${maxItems} names`)
		const { name, path } = parseField(s)
		if (path.length > 0) s.fail('expecting ","')
		names.push(name)
	} while (s.take(','))
	s.end('"," or end of input')
	return names
}
