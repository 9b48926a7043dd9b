import { type Query, sql } from '#platform/pg/sql.ts'
import type { ImportMapping, ImportSource } from '#shared/import/import-api.ts'
import type { ImportedRow } from './check-row.ts'

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
	outcome: 'duplicate' | 'refused'
	testimonial_id: string | null
	problem: string
	heading: string | null
	reason: string
	cells: string[]
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

/** @param most testimonials of one transaction */
export const removeImported = (space: string, id: string, most: number): Query => sql`
	select private.remove_imported(${space}, ${id}, ${most}::int) as is_more`

/** A page of the testimonials of a space, with what tells that two are the same. */
export const wordsOfSpace = (space: string, after: string, limit: number): Query => sql`
	select id, author_name, title, body, submitted_at from public.testimonials
	where space_id = ${space} and id > ${after} order by id limit ${limit}::int`

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
