import { effectsOf } from '#platform/pg/migrations/statement-effects.ts'
import { findDisorder, type LockOrder } from '#platform/pg/migrations/steps/lock-order.ts'
import { tablesAsLocked } from '#platform/pg/migrations/steps/table-locks.ts'

/** Tables that grow with spaces and accounts, and not with testimonials or visitors: reading all of one takes no second. */
const smallTables = [
	'public.spaces',
	'public.forms',
	'private.form_slugs',
	// A month of former texts, and the counts of this hour.
	'private.former_consent_texts',
	'private.form_pressure',
	'public.form_questions',
	'public.form_drafts',
	'public.form_versions',
	'public.walls',
	'public.wall_drafts',
	'public.wall_versions',
	'public.tags',
	'public.saved_views',
	'public.customer_mails_off',
	'public.customer_mail_texts',
	'public.invitation_templates',
	'public.space_members',
	'private.space_limits',
	'private.uncounted_spaces',
	'storage.buckets',
	'plaudit.migrations',
	'plaudit.backups',
	'plaudit.jobs',
	'auth.root_key',
	'auth.signing_keys',
]

/**
 * Finds what a migration must not do: nodes of the version before serve over its result, and writes must not wait for longer than a
 * second on a table with a million rows.
 * @returns one line for each breach
 */
export function findBreaches(script: string): string[] {
	const breaches = effectsOf(script).tables.flatMap(({ table, rows, blocks }) => {
		const isLarge = !smallTables.includes(table)
		if (rows === 'drops') return [`drops ${table}, or columns of it: nodes of the version before may use them`]
		if (rows === 'rewrites') return [`rewrites ${table}: add a new column, and fill it in pieces`]
		if (rows === 'writes' && isLarge) return [`writes rows of ${table} at once: fill it in pieces, by a job`]
		if (rows === 'reads' && blocks !== 'nobody' && isLarge)
			return [`reads all rows of ${table} while writes wait: "not valid" or "concurrently"`]
		return []
	})
	const text = script.replaceAll(/--[^\n]*/g, '').toLowerCase()
	for (const [, what = '', name = ''] of text.matchAll(
		/\bdrop\s+(function|view|schema|type)\s+(?:if\s+exists\s+)?([\w.]+)/g,
	))
		breaches.push(`drops the ${what} ${name}: nodes of the version before may call it`)
	for (const [, name = ''] of text.matchAll(/\balter\s+table\s+([\w.]+)\s+rename\b/g))
		breaches.push(`renames ${name} or a column of it: nodes of the version before use the former name`)
	for (const [, name = ''] of text.matchAll(/\balter\s+table\s+([\w.]+)\s+set\s+schema\b/g))
		breaches.push(`moves ${name} to another schema: nodes of the version before use the former name`)
	return breaches
}

/**
 * Finds tables that a migration locks in another order than all others do. Its runner takes the locks first, so that this is only a second line: a file that is run by hand
 * waits for no request that waits for it.
 */
export function findLockDisorder(script: string, order: LockOrder): string[] {
	return findDisorder(order, tablesAsLocked(script)).map(
		([first, second]) =>
			`locks ${first} before ${second}: put "lock table ${second}, ${first} in access exclusive mode" first, or change their places`,
	)
}

/** A table or a column that a migration makes. */
type Made = { name: string; isNamedIn: (body: string) => boolean }

const names = (body: string, word: string) => new RegExp(String.raw`(?<![\w.])${word}(?!\w)`).test(body)

/** The tables and columns that a migration makes, and how the text of a function names them: schemas are always written. */
export function madeIn(script: string): Made[] {
	const text = script.replaceAll(/--[^\n]*/g, '').toLowerCase()
	const tables = [...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([\w.]+)/g)].map(
		([, name = '']) => ({
			name,
			isNamedIn: (body: string) => names(body, name),
		}),
	)
	const columns = [...text.matchAll(/\balter table ([\w.]+)([^;]*)/g)].flatMap(([, table = '', actions = '']) =>
		[...actions.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map(([, column = '']) => ({
			name: `${table}.${column}`,
			isNamedIn: (body: string) => names(body, table) && new RegExp(String.raw`\b${column}\b`).test(body),
		})),
	)
	return [...tables, ...columns]
}
