import type { Held } from './relationships.ts'
import { type Origin, readOrigins } from './view-origins.ts'

const maxViewDepth = 16

/** Tells each view which columns of which tables it shows unchanged, also through views of views. */
export function traceViews(
	held: ReadonlyMap<string, Held>,
	rules: readonly { view: string; rule: string }[],
): void {
	const direct = new Map(rules.map(({ view, rule }) => [view, readOrigins(rule)]))
	for (const view of direct.keys()) {
		const target = held.get(view)
		if (!target) continue
		for (const { column, relation, number } of tableOrigins(view, direct, 0)) {
			const name = target.numbers.get(column)
			if (name === undefined) continue
			let origin = target.origins.find(({ oid }) => oid === relation)
			if (!origin) {
				origin = { oid: relation, names: new Map() }
				target.origins.push(origin)
			}
			origin.names.set(number, [...(origin.names.get(number) ?? []), name])
		}
	}
}

function tableOrigins(view: string, direct: Map<string, Origin[]>, depth: number): Origin[] {
	if (depth > maxViewDepth) return []
	return (direct.get(view) ?? []).flatMap((origin) => {
		if (!direct.has(origin.relation)) return [origin]
		return tableOrigins(origin.relation, direct, depth + 1)
			.filter(({ column }) => column === origin.number)
			.map(({ relation, number }) => ({ column: origin.column, relation, number }))
	})
}
