import type { KnownSource } from '#product/imports/sources/known-source.ts'
import type { ImportMapping, ImportProblem, ImportSource } from '#shared/import/import-api.ts'
import type { RowNotes } from './row-notes.ts'

/** A picture of a row, in the order of its cells. */
export type RowPicture = { role: 'avatar' | 'photo'; url: string }

/** The reply of the space to a testimonial; without a date it has that of the testimonial. */
export type RowReply = { body: string; at: string | null }

/** A row that may be stored. The members are read by SQL, as JSON. */
export type ImportedRow = {
	row: number
	line: number | null
	/** The title of the testimonial; `title` is its author's. */
	headline: string | null
	body: string
	name: string
	rating: number | null
	title: string | null
	company: string | null
	url: string | null
	email: string | null
	locale: string
	source_url: string | null
	status: 'pending' | 'approved' | 'rejected' | 'archived'
	spam_state: 'clean' | 'spam'
	/** ISO 8601; null: the moment of the import. */
	at: string | null
	tags: string[]
	pictures: RowPicture[]
	reply: RowReply | null
	/** The id of the row in a known source. */
	source_id: string | null
	/** Evidence beside the name of the source; null: none. */
	evidence: string | null
	/** The cells as the file has them, where the words were changed. */
	cells: string[] | null
}

/** A row that answers the row with the id `parent`. */
export type AnsweringRow = { row: number; line: number | null; id: string; parent: string; name: string } & RowReply

/** A row that stays out. `email`, `name` and `body` are as far as they can be read. */
export type OutRow = {
	row: number
	line: number | null
	outcome: 'refused' | 'left_out'
	problem: ImportProblem
	heading: string | null
	reason: string
	email: string | null
	name: string
	body: string
}

/** The result of checking one row. */
export type CheckedRow = RowNotes & {
	/** Its id in the file, which other rows may answer; empty: none. */
	id: string
} & (
		| { kind: 'imported'; imported: ImportedRow }
		| { kind: 'answer'; answer: AnsweringRow }
		| { kind: 'out'; out: OutRow }
	)

/** The parts of a row that are looked up in the space. */
export type AskedRow = { at: number; id: string | null; email: string | null; name: string | null; body: string | null }

/** The rules that check the rows of a file. */
export type RowRules = {
	headings: readonly string[]
	mapping: ImportMapping
	source: ImportSource
	/** The description of the source, if it is a known one. */
	known: KnownSource | undefined
	maxTextLength: number
	maxCellLength: number
	locale: string
	now: number
}
