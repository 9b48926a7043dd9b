import { splitStatements } from '#platform/pg/scripts/split-statements.ts'
import { alterations, type Effect, rowEffects, splitActions, waits } from './table-alterations.ts'

/** The effects of a script on tables that exist before it, and the statements whose effects reading cannot tell. */
export type Effects = {
	tables: Effect[]
	/** It has statements that are put together while it runs. */
	isDynamic: boolean
}

/** A table; not the beginning of one that a format string completes. */
const name = String.raw`((?:"[^"]+"|[\w$]+)(?:\.(?:"[^"]+"|[\w$]+))?)(?![\w.$])`
const pattern = (text: string) => new RegExp(text.replaceAll('NAME', name).replaceAll(' ', String.raw`\s+`), 'g')
const rule = (text: string, rows: Effect['rows'], blocks: Effect['blocks']) => ({
	pattern: pattern(text),
	rows,
	blocks,
})

/** Locks by PostgreSQL's manual: https://www.postgresql.org/docs/18/explicit-locking.html */
const rules = [
	rule(
		String.raw`\bcreate (?:unique )?index (?!concurrently)(?:if not exists )?(?:[\w$"]+ )?on (?:only )?NAME`,
		'reads',
		'writes',
	),
	rule(
		String.raw`\bcreate (?:unique )?index concurrently (?:if not exists )?(?:[\w$"]+ )?on (?:only )?NAME`,
		'reads',
		'nobody',
	),
	rule(String.raw`\bcreate (?:or replace )?(?:constraint )?trigger [\w$"]+ [^;]*?\bon NAME`, 'none', 'writes'),
	rule(String.raw`\bdrop trigger (?:if exists )?[\w$"]+ on NAME`, 'none', 'all'),
	rule(String.raw`\b(?:create|alter|drop) policy (?:if exists )?[\w$"]+ on NAME`, 'none', 'all'),
	rule(String.raw`\bdrop table (?:if exists )?NAME`, 'drops', 'all'),
	rule(String.raw`\btruncate (?:table )?(?:only )?NAME`, 'drops', 'all'),
	rule(String.raw`\bupdate (?:only )?NAME (?:(?:as )?[\w$"]+ )?set\b`, 'writes', 'nobody'),
	rule(String.raw`\bdelete from (?:only )?NAME`, 'writes', 'nobody'),
	rule(String.raw`\binsert into NAME`, 'writes', 'nobody'),
	rule(String.raw`\bmerge into (?:only )?NAME`, 'writes', 'nobody'),
	rule(String.raw`\breferences NAME`, 'none', 'writes'),
]
const created = pattern(String.raw`\bcreate (?:unlogged )?table (?:if not exists )?NAME`)
const replacedView = pattern(String.raw`\b(?:create or replace|alter|drop) view (?:if exists )?NAME`)
const published = pattern(String.raw`\balter publication [\w$"]+ (?:add|drop) table (?:only )?NAME`)
const locked = /^lock\s+(?:table\s+)?(?:only\s+)?([\w$".,\s]+?)(?:\s+in\s+([a-z\s]+?)\s+mode)?\s*$/
const functions = /^(create (or replace )?(function|procedure)|comment|grant|revoke)\b/

/** Reads what a script does to tables. Functions and triggers that it calls are not followed. */
export function effectsOf(script: string): Effects {
	const isDynamic = statementsOf(script).some((statement) => /^do\b/.test(statement) && /\bexecute\b/.test(statement))
	return { tables: strongest(effectsByStatement(script)), isDynamic }
}

/** The effects of each statement on tables from before the script, in their order. */
export function effectsByStatement(script: string): Effect[] {
	const statements = statementsOf(script)
	const fresh = new Set(statements.flatMap((statement) => namesBy(created, statement)))
	return statements.flatMap(effectsOfStatement).filter(({ table }) => !fresh.has(table))
}

/** Views that a script replaces, changes or drops, and tables from before it that it publishes or takes from a publication. */
export function relationsIn(script: string): { views: string[]; publications: string[] } {
	const statements = statementsOf(script)
	const fresh = new Set(statements.flatMap((statement) => namesBy(created, statement)))
	const all = (pattern: RegExp) => [...new Set(statements.flatMap((statement) => namesBy(pattern, statement)))]
	return { views: all(replacedView), publications: all(published).filter((name) => !fresh.has(name)) }
}

/** Statements in lower case and without comments; those that lock and touch no table are left out. */
function statementsOf(script: string): string[] {
	const { statements, rest } = splitStatements(script)
	return [...statements, ...(rest ? [rest] : [])]
		.map(({ text }) => withoutComments(text).toLowerCase().trim())
		.filter((statement) => !functions.test(statement))
}

const namesBy = (pattern: RegExp, statement: string) =>
	[...statement.matchAll(pattern)].map(([, name = '']) => qualified(name))

function effectsOfStatement(statement: string): Effect[] {
	const [, names, mode = 'access exclusive'] = locked.exec(statement) ?? []
	if (names) return names.split(',').map((name) => effectOfLock(qualified(name.trim()), mode))
	const found: Effect[] = []
	for (const [, table = '', actions = ''] of statement.matchAll(alterations))
		for (const effect of splitActions(actions)) found.push({ table: qualified(table), ...effect })
	for (const { pattern: one, rows, blocks } of rules)
		for (const [, table = ''] of statement.matchAll(one)) found.push({ table: qualified(table), rows, blocks })
	return found
}

function effectOfLock(table: string, mode: string): Effect {
	const blocks = /^access\s+exclusive/.test(mode)
		? 'all'
		: /^(share(\s+row\s+exclusive)?|exclusive)$/.test(mode)
			? 'writes'
			: 'nobody'
	return { table, rows: 'none', blocks }
}

/** Quoted strings stay: a name in one is rare, and a false alarm. */
const withoutComments = (text: string) => text.replaceAll(/--[^\n]*/g, ' ').replaceAll(/\/\*[\s\S]*?\*\//g, ' ')

const qualified = (table: string) => {
	const plain = table.replaceAll('"', '')
	return plain.includes('.') ? plain : `public.${plain}`
}

/** One effect for each table: the most that any statement does. */
export function strongest(effects: readonly Effect[]): Effect[] {
	const tables = new Map<string, Effect>()
	for (const { table, rows, blocks } of effects) {
		const known = tables.get(table) ?? { table, rows: 'none', blocks: 'nobody' }
		tables.set(table, { table, rows: most(rowEffects, known.rows, rows), blocks: most(waits, known.blocks, blocks) })
	}
	return [...tables.values()].sort((a, b) => a.table.localeCompare(b.table))
}

const most = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) > order.indexOf(b) ? a : b)
