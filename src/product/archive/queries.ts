import { sql } from '#platform/pg/sql.ts'

export const archiveTables = () => sql`
	select t.name, t.people, t.personal, private.archive_columns(t.name) as columns
	from private.archive_tables() with ordinality t (name, key, sorted, omitted, people, personal, place)
	order by t.place`

/** The space, with the slug of its first form. */
export const archivedSpace = (space: string) => sql`
	select s.id, s.name, coalesce((select f.slug from public.forms f where f.space_id = s.id order by f.created_at, f.id limit 1), '') as slug
	from public.spaces s where s.id = ${space}`

export const openArchiveTable = (space: string, table: string) =>
	sql`select private.open_archive_table(${space}, ${table})`

export const nextArchiveRows = () => sql`fetch forward 200 from archive_rows`

export const closeArchiveTable = () => sql`close archive_rows`

export const archiveMembers = (space: string) => sql`select * from private.archive_members(${space})`

export const archiveFiles = (space: string, bucket: string, after: string | null) => sql`
	select name, version, metadata, created_at::text from private.archive_files(${space}, ${bucket}, ${after}, 500)`

export const archiveClashes = (space: string, forms: readonly string[], walls: readonly string[]) => sql`
	select kind, name from private.archive_clashes(${space}, ${forms}::text[], ${walls}::text[])`

export const archivePeople = (emails: readonly string[]) => sql`
	select email, id from private.archive_people(${emails}::text[])`

export const markPlace = () => sql`savepoint place`

export const returnToPlace = () => sql`rollback to savepoint place`

/** @param rows a JSON array as text, so that PostgreSQL reads every number as it stands in the archive */
export const restoreRows = (
	space: string,
	table: string,
	columns: readonly string[],
	rows: string,
	people: object,
) => sql`
	select private.restore_rows(${space}, ${table}, ${columns}::text[], ${rows}::jsonb, ${JSON.stringify(people)}) as inserted`

export const restoreFiles = (space: string, files: readonly object[]) => sql`
	select private.restore_files(${space}, ${JSON.stringify(files)})`

export const restoreMembers = (space: string, members: readonly object[], owner: string) => sql`
	select private.restore_members(${space}, ${JSON.stringify(members)}, ${owner})`

/** @param tombstones number of those in the archive */
export const finishRestore = (space: string, tombstones: number, detail: object) => sql`
	select private.finish_restore(${space}, ${tombstones}, ${JSON.stringify(detail)}) as erased`

/** @param origin where the archive says that it comes from */
export const distrustRestored = (space: string, importer: string, origin: string) => sql`
	select private.distrust_restored(${space}, ${importer}, ${origin})`

/** The space of a slug of a form, former ones too, or of a wall, or of its own id. */
export const spaceOfSlug = (slug: string) => sql`select private.space_of_slug(${slug}) as id`
