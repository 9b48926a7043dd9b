import type { Held } from './relationships.ts'
import { type Origin, readOrigins } from './view-origins.ts'
import type { Yielder } from './yielder.ts'

/** Of a view: its columns by number, and the column of a table that each shows. */
type Traced = ReadonlyMap<number, Omit<Origin, 'column'>>

/** Tells each view which columns of which tables it shows unchanged, also through views of views. */
export async function traceViews(
	held: ReadonlyMap<string, Held>,
	rules: readonly { view: string; rule: string }[],
	yielder: Yielder,
): Promise<void> {
	const direct = new Map<string, Origin[]>()
	for (const { view, rule } of rules) {
		direct.set(view, readOrigins(rule))
		await yielder.spend(rule.length)
	}
	for (const [view, columns] of await traceToTables(direct, yielder)) {
		const target = held.get(view)
		if (target) nameOrigins(target, columns)
		await yielder.spend(columns.size * unitsOfColumn)
	}
}

const unitsOfColumn = 20

/** Each view is traced once, after all views that it reads; a view that reads itself shows nothing of itself. */
async function traceToTables(
	direct: ReadonlyMap<string, readonly Origin[]>,
	yielder: Yielder,
): Promise<Map<string, Traced>> {
	const traced = new Map<string, Traced>()
	const entered = new Set<string>()
	// A stack of our own: views may be nested deeper than the runtime's stack.
	const open = [...direct.keys()]
	for (let view = open.at(-1); view !== undefined; view = open.at(-1)) {
		const origins = direct.get(view) ?? []
		if (entered.has(view)) {
			open.pop()
			if (!traced.has(view)) traced.set(view, trace(origins, direct, traced))
		} else {
			entered.add(view)
			const sources = new Set(origins.map(({ relation }) => relation))
			for (const source of sources)
				if (direct.has(source) && !entered.has(source)) open.push(source)
		}
		await yielder.spend(origins.length * unitsOfColumn)
	}
	return traced
}

function trace(
	origins: readonly Origin[],
	direct: ReadonlyMap<string, readonly Origin[]>,
	traced: ReadonlyMap<string, Traced>,
): Traced {
	const columns = new Map<number, Omit<Origin, 'column'>>()
	for (const { column, relation, number } of origins) {
		const isView = direct.has(relation)
		const origin = isView ? traced.get(relation)?.get(number) : { relation, number }
		if (origin) columns.set(column, origin)
	}
	return columns
}

function nameOrigins(target: Held, columns: Traced): void {
	const byTable = new Map(target.origins.map((origin) => [origin.oid, origin.names]))
	for (const [column, { relation, number }] of columns) {
		const name = target.numbers.get(column)
		if (name === undefined) continue
		let names = byTable.get(relation)
		if (!names) {
			names = new Map()
			byTable.set(relation, names)
			target.origins.push({ oid: relation, names })
		}
		const known = names.get(number)
		if (known) known.push(name)
		else names.set(number, [name])
	}
}
