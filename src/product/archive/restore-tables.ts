import type { Tx } from '#platform/pg/db.ts'
import { isDiskFull } from '#platform/pg/pg-errors.ts'
import type { ArchiveProblem } from '#shared/import/archive-import.ts'
import { ArchiveError, atLine } from './archive-error.ts'
import { type ArchiveTable, tableEntry } from './archive-format.ts'
import type { LineChange } from './archive-slugs.ts'
import { markPlace, restoreRows, returnToPlace } from './queries.ts'
import type { Archive, ArchiveLine } from './read-archive.ts'

/** Ids of accounts there and here. */
export type People = Record<string, string>

/** Rows and characters that are inserted by one statement. */
const batch = { rows: 500, characters: 1024 * 1024 }

/** Inserts the rows of a table. @throws ArchiveError with the line that breaks a rule of the table */
export async function restoreTable(
	tx: Tx,
	archive: Archive,
	{ name, columns: known }: ArchiveTable,
	{ people, change }: { people: People; change: LineChange | undefined },
): Promise<void> {
	const declared = archive.manifest.tables[name]
	if (!declared) return
	const entry = tableEntry(name)
	const { columns } = declared
	const unknown = columns.find((column) => !known.includes(column))
	if (unknown !== undefined)
		throw new ArchiveError(
			`${entry} has a column "${unknown}" that this Plaudit does not know. Was it made by a newer one?`,
			{ problem: 'newer' },
		)
	const insert = async (lines: readonly { number: number; text: string }[]) => {
		const rows = `[${lines.map(({ text }) => text).join(',')}]`
		await tx.query(restoreRows(archive.manifest.space.id, name, columns, rows, people))
	}
	let waiting: { number: number; text: string }[] = []
	let characters = 0
	const flush = async () => {
		if (waiting.length === 0) return
		await tx.query(markPlace())
		try {
			await insert(waiting)
		} catch (error) {
			await tx.query(returnToPlace())
			throw await findLine(tx, entry, waiting, insert, error)
		}
		waiting = []
		characters = 0
	}
	let rows = 0
	for await (const line of archive.lines(entry)) {
		rows++
		requireColumns(entry, columns, line)
		const changed = change ? change(line) : line.value
		if (!changed) continue
		// The text itself goes on: a number in it that JavaScript would write in another way is part of a hash.
		const text = changed === line.value ? line.text : JSON.stringify(changed)
		waiting.push({ number: line.number, text })
		characters += text.length
		if (waiting.length >= batch.rows || characters >= batch.characters) await flush()
	}
	await flush()
	if (rows !== declared.rows)
		throw new ArchiveError(`${entry} has ${rows} rows, and the manifest names ${declared.rows}.`)
}

function requireColumns(entry: string, columns: readonly string[], { number, value }: ArchiveLine): void {
	for (const name of columns) if (!(name in value)) throw atLine(entry, number, `"${name}" is missing.`)
	for (const name of Object.keys(value))
		if (!columns.includes(name)) throw atLine(entry, number, `"${name}" is no column of the manifest.`)
}

/** Inserts refused rows one by one, to name the line that is wrong. */
async function findLine(
	tx: Tx,
	entry: string,
	lines: readonly { number: number; text: string }[],
	insert: (lines: readonly { number: number; text: string }[]) => Promise<void>,
	first: unknown,
): Promise<unknown> {
	if (!isOfData(first)) return first
	for (const line of lines) {
		await tx.query(markPlace())
		try {
			await insert([line])
		} catch (error) {
			await tx.query(returnToPlace())
			return isOfData(error)
				? new ArchiveError(`${entry}, line ${line.number}: ${wordsOf(error)}`, {
						problem: problemOf(error),
						cause: error,
					})
				: error
		}
	}
	return new ArchiveError(`${entry}: ${wordsOf(first)}`, { problem: problemOf(first), cause: first })
}

/** Data exceptions, violated constraints and a full disk, not lost connections. */
export const isOfData = (error: unknown): boolean =>
	/^(22|23|P0|42703|53100)/.test(String((error as { code?: unknown }).code))

/** Translates an error of the database into a problem of the archive. */
export function problemOf(error: unknown): ArchiveProblem {
	if (isDiskFull(error)) return 'no_room'
	const { code, constraint, hint } = error as { code?: string; constraint?: string; hint?: string }
	if (hint === 'too_many_spaces') return hint
	if (code !== '23505') return 'damaged'
	return /slug/.test(constraint ?? '') ? 'slug_taken' : 'clash'
}

export function wordsOf(error: unknown): string {
	if (isDiskFull(error)) return 'the disk of the database is full.'
	const { message, constraint } = error as { message: string; constraint?: string }
	const isNamed = constraint === undefined || message.includes(constraint)
	return `${message}${isNamed ? '' : ` (${constraint})`}.`.replace(/\.\.$/, '.')
}
