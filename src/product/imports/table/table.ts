import type { ImportFile, ImportProblem, TableChoices } from '#shared/import/import-api.ts'

/** One row of a file: its cells, or why it cannot be read. */
export type RawRow = {
	/** The line of a text, or the row of a sheet; null for a file without lines. */
	line: number | null
	cells: string[]
	problem?: ImportProblem
	/** Bytes of it are not of the encoding. They are replaced by letters of Windows-1252 where these are likely. */
	hasBadBytes?: boolean
}

/** Rows as a parser finds them. A step of an asynchronous loop costs as much as a short row, so that they come in batches. */
export type RawBatches = AsyncGenerator<RawRow[]>

/** A row with its number, from 1, without the headings. */
export type TableRow = RawRow & { row: number }

/** The facts about a file that reading it tells. */
export type TableFile = Pick<ImportFile, 'format' | 'encoding' | 'delimiter' | 'heading_row' | 'sheets' | 'sheet'>

/** A file of rows, which may be read any number of times. */
export type Table = {
	file: TableFile
	/** The headings. Those of JSON, XML and YAML are the ones that the rows read so far name, and a sheet may get more with a wider row. */
	headings: () => string[]
	/** The rows in order, in batches as they are read. */
	batches(): AsyncGenerator<TableRow[]>
}

/** The choices of a member about reading a file; the rest is guessed. */
export type ChosenReading = Partial<TableChoices>
