/** A row as rest/v1 answers it; embeds are columns. */
export type StoredRow = Record<string, unknown>
type Holds<Value> = (value: Value) => boolean

const settings = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

/**
 * The rows that fulfil the filters of a request, as PostgREST reads them.
 * @param withEmbeds adds the embeds to a row, for filters on their columns
 * @throws for an operator that no screen uses yet
 */
export function filterRows<Row extends StoredRow>(
	rows: readonly Row[],
	params: URLSearchParams,
	withEmbeds: (row: Row) => StoredRow,
): Row[] {
	const select = params.get('select') ?? ''
	const tables = new Map([...select.matchAll(/(\w+):(\w+)!inner/g)].map(([, alias, table]) => [alias, table]))
	const conditions = [...params].flatMap(([name, condition]): Holds<Row>[] => {
		const [column = '', inner] = name.split('.')
		if (settings.has(inner ?? column)) return []
		if (name === 'or' || name === 'and') return [readCondition(name + condition)]
		const holds = readOperator(condition)
		if (inner === undefined) return [(row) => holds(column in row ? row[column] : withEmbeds(row)[column])]
		const embed = tables.get(column) ?? column
		return [(row) => ((withEmbeds(row)[embed] ?? []) as StoredRow[]).some((embedded) => holds(embedded[inner]))]
	})
	return rows.filter((row) => conditions.every((holds) => holds(row)))
}

/** Rows in the order of the parameter `order`: `rating.desc.nullslast,id.asc`. */
export function sortRows<Row extends StoredRow>(rows: readonly Row[], order: string | null): Row[] {
	const columns = (order ?? '').split(',').filter((part) => part !== '')
	const rules = columns.map((part) => {
		const [column = '', ...words] = part.split('.')
		const isDescending = words.includes('desc')
		const nullsFirst = words.includes('nullsfirst') || (isDescending && !words.includes('nullslast'))
		return { column, isDescending, nullsFirst }
	})
	const keyed = rows.map((row) => ({ row, keys: rules.map(({ column }) => comparable(row[column])) }))
	keyed.sort((one, other) => {
		for (const [at, { isDescending, nullsFirst }] of rules.entries()) {
			const [a = null, b = null] = [one.keys[at], other.keys[at]]
			if (a === b) continue
			if (a === null || b === null) return (a === null) === nullsFirst ? -1 : 1
			return a < b === isDescending ? 1 : -1
		}
		return 0
	})
	return keyed.map(({ row }) => row)
}

/** Texts between commas that no bracket or quotation mark encloses. */
const splitList = (text: string): string[] => text.match(/(?:[^,()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

/** One condition of an `or` or `and`: `column.operator.value`, or a group. */
function readCondition(condition: string): Holds<StoredRow> {
	const [, group, list = ''] = /^(and|or)\((.*)\)$/s.exec(condition) ?? []
	const parts = group ? splitList(list).map(readCondition) : []
	if (group === 'or') return (row) => parts.some((holds) => holds(row))
	if (group === 'and') return (row) => parts.every((holds) => holds(row))
	const end = condition.indexOf('.')
	const column = condition.slice(0, end)
	const holds = readOperator(condition.slice(end + 1))
	return (row) => holds(row[column])
}

function readOperator(condition: string): Holds<unknown> {
	if (condition.startsWith('not.')) {
		const holds = readOperator(condition.slice(4))
		return (value) => !holds(value)
	}
	const end = condition.indexOf('.')
	const operand = unquote(condition.slice(end + 1))
	const limit = comparable(operand) ?? ''
	const operator = operators[condition.slice(0, end)]
	if (!operator) throw new Error(`row-filter.ts has no operator for ${condition}.`)
	return operator(operand, limit)
}

const order =
	(holds: (compared: number) => boolean) =>
	(operand: string, limit: string | number): Holds<unknown> =>
	(stored) => {
		const value = comparable(stored)
		if (value === null) return false
		const bound = typeof stored === 'number' ? Number(operand) : limit
		return holds(value < bound ? -1 : Number(value > bound))
	}

const operators: Record<string, (operand: string, limit: string | number) => Holds<unknown>> = {
	is: (operand) => (stored) => String(stored ?? null) === operand,
	eq: order((compared) => compared === 0),
	neq: order((compared) => compared !== 0),
	lt: order((compared) => compared < 0),
	lte: order((compared) => compared <= 0),
	gt: order((compared) => compared > 0),
	gte: order((compared) => compared >= 0),
	in: (operand) => {
		const values = new Set(splitList(operand.slice(1, -1)).map(unquote))
		return (stored) => stored !== null && values.has(String(stored))
	},
	imatch: (operand) => {
		const pattern = RegExp(operand, 'iu')
		return (stored) => stored !== null && pattern.test(String(stored))
	},
	like: (operand) => {
		const pattern = RegExp(`^${operand.replaceAll(/[*%]/g, '.*')}$`)
		return (stored) => stored !== null && pattern.test(String(stored))
	},
}

const unquote = (text: string) => text.replace(/^"(.*)"$/s, '$1')

/** Times compare as instants, whatever their notation. */
function comparable(stored: unknown): string | number | null {
	if (stored === null || stored === undefined) return null
	if (typeof stored === 'number') return stored
	const text = String(stored)
	return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : text
}
