import type { Claims, Db } from '#platform/pg/db.ts'
import { readQuery } from '#product/run-query.ts'
import { createRowCheck, type ImportedRow, isRefused, type RefusedRow, type RowRules } from './check-row.ts'
import { wordsOfSpace } from './queries.ts'
import type { Table, TableRow } from './table/open-table.ts'
import { wordsKey } from './words-key.ts'

/** A row of the space that a row of the file repeats. */
type Known = { id: string; since: Date }
export type DuplicateRow = {
	row: number
	line: number | null
	problem: 'twice' | 'here'
	reason: string
	known: string | null
}
export type SortedRow =
	| { outcome: 'new'; cells: string[]; imported: ImportedRow }
	| { outcome: 'refused'; cells: string[]; refused: RefusedRow }
	| { outcome: 'duplicate'; cells: string[]; duplicate: DuplicateRow; imported: ImportedRow }

const pageSize = 5000
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as sentences for members name it. */
export const formatDay = (at: Date): string => dayFormat.format(at)

/**
 * Reads a file twice: once to know which words it has, so that of the space only those need to be kept in memory, and once for the
 * outcome of each row.
 * @param headings those that the mapping was made for
 */
export async function* sortRows(
	db: Db,
	claims: Claims,
	space: string,
	table: Table,
	rules: RowRules,
): AsyncGenerator<SortedRow> {
	const check = createRowCheck(rules)
	const firstOf = new Map<string, number>()
	for await (const row of table.rows()) {
		const checked = check(row)
		if (isRefused(checked)) continue
		const key = wordsKey(checked.name, checked.headline, checked.body)
		if (!firstOf.has(key)) firstOf.set(key, row.row)
	}
	const known = await findKnown(db, claims, space, firstOf)
	for await (const row of table.rows()) yield sort(row, check(row), firstOf, known)
}

function sort(
	{ row, line, cells }: TableRow,
	checked: ImportedRow | RefusedRow,
	firstOf: ReadonlyMap<string, number>,
	known: ReadonlyMap<string, Known>,
): SortedRow {
	if (isRefused(checked)) return { outcome: 'refused', cells, refused: checked }
	const key = wordsKey(checked.name, checked.headline, checked.body)
	const first = firstOf.get(key)
	if (first !== undefined && first !== row) {
		const reason = `Same words and name as row ${first.toLocaleString('en')}.`
		return {
			outcome: 'duplicate',
			cells,
			imported: checked,
			duplicate: { row, line, problem: 'twice', reason, known: null },
		}
	}
	const here = known.get(key)
	if (!here) return { outcome: 'new', cells, imported: checked }
	const reason = `Same words and name, already here since ${formatDay(here.since)}.`
	return {
		outcome: 'duplicate',
		cells,
		imported: checked,
		duplicate: { row, line, problem: 'here', reason, known: here.id },
	}
}

/** Those testimonials of the space whose words the file has, read in pages. */
export async function findKnown(
	db: Db,
	claims: Claims,
	space: string,
	wanted: ReadonlyMap<string, unknown>,
): Promise<Map<string, Known>> {
	const known = new Map<string, Known>()
	type Row = { id: string; author_name: string; title: string | null; body: string; submitted_at: Date }
	for (let after = '00000000-0000-0000-0000-000000000000'; wanted.size > 0; ) {
		const query = wordsOfSpace(space, after, pageSize)
		const rows = await readQuery<Row>(db, claims, query, space)
		for (const { id, author_name, title, body, submitted_at } of rows) {
			const key = wordsKey(author_name, title, body)
			if (wanted.has(key)) known.set(key, { id, since: submitted_at })
		}
		const last = rows.at(-1)
		if (!last || rows.length < pageSize) break
		after = last.id
	}
	return known
}
