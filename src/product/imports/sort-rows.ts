import type { Claims, Db } from '#platform/pg/db.ts'
import { createRowCheck } from './check-row.ts'
import { type Answers, createAnswers, type SettledAnswer } from './rows/answers.ts'
import { createMemory, type KnownRow } from './rows/memory.ts'
import { createRepeats, type Repeats, type Saying, sayingOf } from './rows/repeats.ts'
import type { RowNotes } from './rows/row-notes.ts'
import type { AnsweringRow, CheckedRow, ImportedRow, OutRow, RowRules } from './rows/row-types.ts'
import type { Table, TableRow } from './table/table.ts'
import { wordsKey } from './words-key.ts'

export type DuplicateRow = {
	row: number
	line: number | null
	problem: 'twice' | 'here'
	reason: string
	known: string | null
}
/** A row with its outcome. That of an answer is decided when all rows are read: see `settle`. */
export type SortedRow = RowNotes & { cells: string[] } & (
		| { outcome: 'new'; imported: ImportedRow }
		| { outcome: 'reply'; answer: AnsweringRow }
		| { outcome: 'refused'; out: OutRow }
		| { outcome: 'left_out'; out: OutRow }
		| { outcome: 'duplicate'; duplicate: DuplicateRow; imported: ImportedRow }
	)
export type SortedRows = { batches: AsyncGenerator<SortedRow[]>; settle: () => SettledAnswer[] }

/** Rows that are looked up together, or a few more. */
const batchRows = 1000
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as sentences for members name it. */
export const formatDay = (at: Date): string => dayFormat.format(at)

export const erasedReason = 'This row names somebody who was erased here.'

/**
 * Reads a file once for the outcome of each row, and twice when the space is large. The memory that it needs grows by the key of each
 * row, not by its words.
 * @param rules those of the headings that the mapping was made for
 * @param added rows at the beginning that were stored before the import was interrupted, and are here therefore
 */
export function sortRows(db: Db, claims: Claims, space: string, table: Table, rules: RowRules, added = 0): SortedRows {
	const check = createRowCheck(rules)
	const answers = createAnswers()
	const memory = createMemory(db, claims, space, rules)

	async function* batches(): AsyncGenerator<SortedRow[]> {
		const sort = createSorter(answers, added)
		const known = await memory.load((await memory.isLarge()) ? await keysOf(table, check) : undefined)
		let rows: { row: TableRow; checked: CheckedRow }[] = []
		const sortAll = async () => {
			const found = await memory.find(rows.map(({ checked }) => checked))
			return rows.map(({ row, checked }, at) => sort(row, checked, known, found[at]))
		}
		for await (const batch of table.batches()) {
			for (const row of batch) rows.push({ row, checked: check(row) })
			if (rows.length < batchRows) continue
			yield await sortAll()
			rows = []
		}
		yield await sortAll()
	}
	return { batches: batches(), settle: () => answers.settle() }
}

async function keysOf(table: Table, check: (row: TableRow) => CheckedRow): Promise<Set<string>> {
	const keys = new Set<string>()
	for await (const batch of table.batches())
		for (const row of batch) {
			const checked = check(row)
			if (checked.kind === 'imported') keys.add(keyOf(checked.imported))
		}
	return keys
}

/** The key of the words and the name of a row. */
export const keyOf = ({ name, headline, body }: ImportedRow): string => wordsKey(name, headline, body)

type Seen = Saying & { row: number }

function createSorter(answers: Answers, added: number) {
	const seen: Repeats<Seen> = createRepeats()
	const seenIds = new Map<string, { row: number; key: string }>()

	function repeated(imported: ImportedRow, key: string, saying: Saying): number | undefined {
		const { row, source_id: id } = imported
		const first = id === null ? undefined : seenIds.get(id)
		// An id that two rows with other words share is none.
		if (first?.key === key) return first.row
		const same = seen.find(key, saying)
		if (same) return same.row
		if (id !== null && !first) seenIds.set(id, { row, key })
		seen.add(key, { row, ...saying })
		return undefined
	}

	return (
		{ cells }: TableRow,
		checked: CheckedRow,
		known: Repeats<Saying & KnownRow>,
		found: { here: KnownRow | undefined; isErased: boolean } | undefined,
	): SortedRow => {
		const { notes, leftOut } = checked
		const base = { notes, leftOut, cells }
		if (found?.isErased) {
			const { row, line } = rowOf(checked)
			const out: OutRow = {
				row,
				line,
				outcome: 'left_out',
				problem: 'erased',
				heading: null,
				reason: erasedReason,
				email: null,
				name: '',
				body: '',
			}
			if (checked.kind === 'imported') answers.addRow(checked.id, { row, outcome: 'out' })
			return { ...base, outcome: 'left_out', out }
		}
		if (checked.kind === 'out') {
			answers.addRow(checked.id, { row: checked.out.row, outcome: 'out' })
			const { out } = checked
			return out.outcome === 'refused' ? { ...base, outcome: 'refused', out } : { ...base, outcome: 'left_out', out }
		}
		if (checked.kind === 'answer') {
			answers.addAnswer(checked.answer)
			return { ...base, outcome: 'reply', answer: checked.answer }
		}
		const { imported } = checked
		const { row, line } = imported
		const key = keyOf(imported)
		const saying = sayingOf(imported.at, imported.email)
		const first = repeated(imported, key, saying)
		const here = found?.here ?? known.find(key, saying)
		const duplicate = (problem: 'twice' | 'here', reason: string, id: string | null): SortedRow => {
			answers.addRow(checked.id, { row, outcome: problem === 'here' && row <= added ? 'new' : 'duplicate' })
			return { ...base, outcome: 'duplicate', imported, duplicate: { row, line, problem, reason, known: id } }
		}
		if (first !== undefined)
			return duplicate('twice', `Same words and name as row ${first.toLocaleString('en')}.`, null)
		if (here) return duplicate('here', `Same words and name, already here since ${formatDay(here.since)}.`, here.id)
		answers.addRow(checked.id, { row, outcome: 'new' })
		return { ...base, outcome: 'new', imported }
	}
}

function rowOf(checked: CheckedRow): { row: number; line: number | null } {
	if (checked.kind === 'imported') return checked.imported
	return checked.kind === 'answer' ? checked.answer : checked.out
}
