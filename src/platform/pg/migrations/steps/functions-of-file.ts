import type { Migration } from '#platform/pg/migrations/schema-files.ts'
import { splitStatements } from '#platform/pg/scripts/split-statements.ts'
import { isView, objectName } from './definitions.ts'

/**
 * Functions that come with a file besides those that it names: the former ones write rows without a column that it makes required. A new
 * file gives such a column a default instead.
 */
const writers: ReadonlyMap<string, readonly string[]> = new Map([
	['migrations/0057_space_first.sql', ['private.claim_form_slug']],
])

/**
 * The functions that a migration's triggers, policies and views call, and what those call: nodes reach them as soon as it is committed, so they come
 * with it. Functions that write what it requires come too; views come last, as they may need columns of later files.
 */
export function functionsOf(
	{ name, text }: Pick<Migration, 'name' | 'text'>,
	functions: readonly Migration[],
): Migration[] {
	const found = new Set<Migration>()
	const waiting = [withoutDrops(text), ...(writers.get(name) ?? [])]
	for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
		const words = new Set(
			script
				.replaceAll(/--[^\n]*/g, ' ')
				.toLowerCase()
				.match(/[\w$]+\.[\w$]+/g),
		)
		for (const each of functions)
			if (!isView(each) && !found.has(each) && words.has(objectName(each.name))) {
				found.add(each)
				waiting.push(each.text)
			}
	}
	return functions.filter((definition) => found.has(definition))
}

const drop = /^drop\s+function\s+(?:if\s+exists\s+)?([\w$]+\.[\w$]+)/i

/**
 * The functions that a migration drops. Nodes call them until their files take their place, so that happens in one transaction with the functions,
 * after the last migration.
 */
export function dropsIn(text: string): { name: string; statement: string }[] {
	return statementsOf(text).flatMap(({ text: one }) => {
		const [, name] = drop.exec(one) ?? []
		const statement = one.replace(/^drop\s+function\s+(?:if\s+exists\s+)?/i, 'drop function if exists ')
		return name ? [{ name: name.toLowerCase(), statement }] : []
	})
}

/** A migration without the functions that it drops. */
export function withoutDrops(text: string): string {
	const statements = statementsOf(text).map((statement) => statement.text)
	return statements.some((statement) => drop.test(statement))
		? statements.filter((statement) => !drop.test(statement)).join(';\n')
		: text
}

function statementsOf(text: string) {
	const { statements, rest } = splitStatements(text)
	return rest ? [...statements, rest] : statements
}
