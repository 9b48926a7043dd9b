import type { EventLoopYield } from './event-loop-yield.ts'
import type { RelationBuilder } from './relationships.ts'

/** Keyed by the number of a view's column: the table column that it shows. */
type TracedColumns = ReadonlyMap<number, Omit<ColumnOrigin, 'column'>>

/** Sets `viewOrigins` of each view: the table columns that it shows unchanged, also through other views. */
export async function traceViewColumns(
	builders: ReadonlyMap<string, RelationBuilder>,
	rules: readonly { view: string; rule: string }[],
	eventLoop: EventLoopYield,
): Promise<void> {
	const direct = new Map<string, ColumnOrigin[]>()
	for (const { view, rule } of rules) {
		direct.set(view, parseColumnOrigins(rule))
		await eventLoop.yieldAfter(rule.length)
	}
	for (const [view, columns] of await traceToTables(direct, eventLoop)) {
		const target = builders.get(view)
		if (target) addOrigins(target, columns)
		await eventLoop.yieldAfter(columns.size * unitsOfColumn)
	}
}

const unitsOfColumn = 20

/** Traces each view once, after its source views. A view that reads itself shows nothing of itself. */
async function traceToTables(
	direct: ReadonlyMap<string, readonly ColumnOrigin[]>,
	eventLoop: EventLoopYield,
): Promise<Map<string, TracedColumns>> {
	const traced = new Map<string, TracedColumns>()
	const entered = new Set<string>()
	// An explicit stack: views may be nested deeper than the call stack.
	const open = [...direct.keys()]
	for (let view = open.at(-1); view !== undefined; view = open.at(-1)) {
		const origins = direct.get(view) ?? []
		if (entered.has(view)) {
			open.pop()
			if (!traced.has(view)) traced.set(view, trace(origins, direct, traced))
		} else {
			entered.add(view)
			const sources = new Set(origins.map(({ relation }) => relation))
			for (const source of sources) if (direct.has(source) && !entered.has(source)) open.push(source)
		}
		await eventLoop.yieldAfter(origins.length * unitsOfColumn)
	}
	return traced
}

function trace(
	origins: readonly ColumnOrigin[],
	direct: ReadonlyMap<string, readonly ColumnOrigin[]>,
	traced: ReadonlyMap<string, TracedColumns>,
): TracedColumns {
	const columns = new Map<number, Omit<ColumnOrigin, 'column'>>()
	for (const { column, relation, number } of origins) {
		const isView = direct.has(relation)
		const origin = isView ? traced.get(relation)?.get(number) : { relation, number }
		if (origin) columns.set(column, origin)
	}
	return columns
}

function addOrigins(target: RelationBuilder, columns: TracedColumns): void {
	const byTable = new Map(target.viewOrigins.map((origin) => [origin.oid, origin.names]))
	for (const [column, { relation, number }] of columns) {
		const name = target.columnNames.get(column)
		if (name === undefined) continue
		let names = byTable.get(relation)
		if (!names) {
			names = new Map()
			byTable.set(relation, names)
			target.viewOrigins.push({ oid: relation, names })
		}
		const known = names.get(number)
		if (known) known.push(name)
		else names.set(number, [name])
	}
}

/** Number of a view's column, and oid and column number of its source. */
export type ColumnOrigin = { column: number; relation: string; number: number }

const entry = /^:resno (\d+) .*:resorigtbl (\d+) :resorigcol (\d+)/s

/**
 * Parses the plain columns of a view's stored rule, PostgreSQL's printed parse tree.
 * Only the outermost target list counts; braces give the depth.
 */
export function parseColumnOrigins(rule: string): ColumnOrigin[] {
	const origins: ColumnOrigin[] = []
	let depth = 0
	let from = -1
	for (let at = 0; at < rule.length; at++) {
		const letter = rule[at]
		if (letter === '\\') at++
		else if (letter === '{') {
			depth++
			if (depth === 2 && rule.startsWith('TARGETENTRY', at + 1)) from = at
		} else if (letter === '}') {
			if (depth === 2 && from >= 0) {
				const found = entry.exec(lastPart(rule.slice(from, at)))
				if (found?.[2] && found[2] !== '0')
					origins.push({ column: Number(found[1]), relation: found[2], number: Number(found[3]) })
				from = -1
			}
			depth--
		}
	}
	return origins
}

/** The expression comes first and may include subqueries. */
function lastPart(target: string): string {
	return target.slice(target.lastIndexOf(':resno '))
}
