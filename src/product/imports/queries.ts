import { type Query, sql } from '#platform/pg/sql.ts'
import type { ImportMapping, ImportSource, ImportSummary } from '#shared/import/import-api.ts'
import type { AskedRow, ImportedRow } from './rows/row-types.ts'

/** Reads the right of the caller to import into a space, and its language; no row for strangers. */
export const spaceToImport = (space: string): Query => sql`
	select id = any (private.spaces_as('editor')) as may_edit, locale from public.spaces where id = ${space}`

export type NewImport = {
	spaceId: string
	id: string
	about: {
		file_name: string | null
		source: ImportSource
		columns: readonly string[]
		mapping: ImportMapping
		row_count: number
		summary: ImportSummary
	}
	file: { version: string; metadata: Record<string, unknown> }
}

export const startImport = ({ spaceId, id, about, file }: NewImport): Query => sql`
	select private.start_import(${spaceId}, ${id}, ${JSON.stringify(about)}, ${JSON.stringify(file)})`

export type ClaimedImport = {
	file_name: string | null
	source: ImportSource
	columns: string[]
	mapping: ImportMapping
	done: number
	row_count: number
	created_at: string
	locale: string
	/** Null when its file is gone. */
	version: string | null
	size: number
}

export const claimImport = (space: string, id: string): Query => sql`
	select outcome, about from private.claim_import(${space}, ${id})`

/** A row that is not added. The members are read by SQL, as JSON. */
export type OtherRow = {
	row: number
	line: number | null
	outcome: 'duplicate' | 'refused' | 'left_out' | 'reply'
	testimonial_id: string | null
	problem: string | null
	heading: string | null
	reason: string | null
	/** Null for a row that names an erased person. */
	cells: string[] | null
	/** The words of a duplicate with a title, which an earlier import may have joined to the words. */
	split?: SplitWords
}

/** A title and the words below it. */
export type SplitWords = { headline: string; words: string }

/** @param first rows that are stored already, `count` those that follow */
export const addImportRows = (
	space: string,
	id: string,
	{
		first,
		count,
		rows,
		others,
	}: { first: number; count: number; rows: (ImportedRow & { id: string })[]; others: OtherRow[] },
): Query => sql`
	select private.add_import_rows(${space}, ${id}, ${first}::int, ${count}::int, ${JSON.stringify(rows)}, ${JSON.stringify(others)}) as outcome`

export const finishImport = (space: string, id: string, problem: string | null): Query => sql`
	select private.finish_import(${space}, ${id}, ${problem})`

/** The parts of a summary that are known when the rows are stored. */
export type ImportChanges = Pick<ImportSummary, 'changes' | 'left_out_cells'>

export const noteImportChanges = (space: string, id: string, changes: ImportChanges): Query => sql`
	select private.note_import_changes(${space}, ${id}, ${JSON.stringify(changes)})`

/** Stores the replies of rows that answer others, and the reason of those that do not. */
export const settleImportAnswers = (space: string, id: string, answers: readonly object[]): Query => sql`
	select private.settle_import_answers(${space}, ${id}, ${JSON.stringify(answers)})`

/** Reads what an import has to look up: ids of the source, and erased people. A large space has more words than fit into memory. */
export const importMemory = (space: string, source: ImportSource): Query => sql`
	select has_ids, has_erased, is_large from private.import_memory(${space}, ${source})`

/** Reads which rows are here by their id, or name an erased person. */
export const findKnownRows = (space: string, source: ImportSource, rows: readonly AskedRow[]): Query => sql`
	select at, testimonial_id, since, is_erased from private.known_import_rows(${space}, ${source}, ${JSON.stringify(rows)})`

/** @param most testimonials of one transaction */
export const removeImported = (space: string, id: string, most: number): Query => sql`
	select private.remove_imported(${space}, ${id}, ${most}::int) as is_more`

/** A page of the testimonials of a space, with what tells that two are the same. */
export const wordsOfSpace = (space: string, after: string, limit: number): Query => sql`
	select t.id, t.author_name, t.title, t.body, t.submitted_at, c.email
	from public.testimonials t
	left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	where t.space_id = ${space} and t.id > ${after} order by t.id limit ${limit}::int`

/** Sets a title apart from the words of a testimonial where they are still joined. */
export const splitTitle = (space: string, id: string, { headline, words }: SplitWords): Query => sql`
	select private.split_title(${space}, ${id}, ${headline}, ${words}) as is_split`

/** A page of the duplicates whose cells are kept, with the choices of their imports. */
export const keptDuplicates = (after: { import: string; row: number }, limit: number): Query => sql`
	select r.space_id, r.import_id, r.row, r.testimonial_id, r.cells, i.columns, i.mapping, i.source, i.created_at::text
	from public.import_rows r join public.imports i on i.space_id = r.space_id and i.id = r.import_id
	where r.outcome = 'duplicate' and r.cells is not null and r.testimonial_id is not null
		and (r.import_id, r.row) > (${after.import}::uuid, ${after.row}::int)
	order by r.import_id, r.row limit ${limit}::int`

export const importToMend = (id: string, row: number): Query => sql`
	select private.import_to_mend(${id}, ${row}::int) as about`

export const mendImportRow = (id: string, row: ImportedRow & { id: string }): Query => sql`
	select private.mend_import_row(${id}, ${JSON.stringify(row)}) as is_added`

export const nextImportPicture = (space: string, id: string): Query => sql`
	select private.next_import_picture(${space}, ${id}) as picture`

/** A picture that is to be fetched; `attempts` counts the times that it was asked for in vain. */
export type PictureToFetch = {
	testimonial_id: string
	row: number
	role: 'avatar' | 'photo'
	seq: number
	url: string
	attempts: number
}
type PictureKey = Pick<PictureToFetch, 'testimonial_id' | 'role' | 'seq'>

export const storeImportPicture = (
	space: string,
	id: string,
	{ testimonial_id, role, seq }: PictureKey,
	files: string | null,
	reason: string | null,
): Query => sql`
	select private.store_import_picture(${space}, ${id}, ${testimonial_id}, ${role}, ${files}::jsonb, ${reason}, ${seq}::smallint) as is_stored`

/** @param withHost true when the others at its host wait too */
export const postponeImportPicture = (
	space: string,
	id: string,
	{ testimonial_id, role, seq }: PictureKey,
	seconds: number,
	withHost: boolean,
): Query => sql`
	select private.postpone_import_picture(${space}, ${id}, ${testimonial_id}, ${role}, ${seq}::smallint, ${seconds}::int, ${withHost})`

export const importPicturesWait = (space: string, id: string): Query => sql`
	select private.import_pictures_wait(${space}, ${id}) as seconds`
