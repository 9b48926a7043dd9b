import type { SelectItem } from './ast.ts'
import type { Relation } from './catalog.ts'
import { outputKey } from './compile-field.ts'

/** The first line of a CSV answer, with its line break. */
export function csvHeader(relation: Relation, items: readonly SelectItem[]): string {
	const names = items.flatMap((item) => {
		if (item.kind === 'star') return [...relation.columns.keys()]
		if (item.kind === 'count') return [item.alias ?? 'count']
		if (item.kind === 'field')
			return [item.alias ?? item.aggregate ?? outputKey(item.field, undefined)]
		return item.spread ? [] : [item.alias ?? item.target]
	})
	return `${names.map(csvText).join(',')}\n`
}

function csvText(text: string): string {
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
