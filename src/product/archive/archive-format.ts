/** Name of the format; docs/archive.md describes it. */
export const archiveFormat = 'plaudit-archive'
/**
 * Version of the format. It changes when a reader of the former one would misunderstand an archive; new tables and
 * columns do not change it.
 */
export const archiveVersion = 1

export const manifestName = 'manifest.json'
export const checksumsName = 'checksums.sha256'
export const readmeName = 'README.txt'
export const membersName = 'tables/members.jsonl'
export const filesName = 'files.jsonl'

/** The entry of a table of the database, `public.forms`. */
export const tableEntry = (table: string) => `tables/${table.slice(table.indexOf('.') + 1)}.jsonl`

/** Rows and bytes of one entry of JSON lines. */
export type EntrySize = { rows: number; bytes: number }

/** manifest.json. */
export type Manifest = {
	format: typeof archiveFormat
	version: number
	/** The version of Plaudit that made it. */
	plaudit: string
	made_at: string
	/** Where the space was. */
	site_url: string
	/** `slug` is that of its first form. */
	space: { id: string; name: string; slug: string }
	with_emails: boolean
	/** Keyed by name of the table; in the order in which they are restored. */
	tables: Record<string, EntrySize & { columns: string[] }>
	members: EntrySize
	/** `missing` files were named by rows, and had been erased before they were read. */
	files: { count: number; bytes: number; missing: number }
}

/** A line of tables/members.jsonl. */
export type MemberLine = {
	user_id: string
	role: 'owner' | 'editor' | 'viewer'
	/** Null in an archive without addresses. */
	email: string | null
	username: string | null
	full_name: string | null
	has_agreed: boolean
	created_at: string
}

/** A line of files.jsonl: a file of the space, its place in the archive and in the storage of Plaudit. */
export type FileLine = {
	/** Null when it is missing. */
	file: string | null
	bucket: string
	name: string
	bytes: number
	created_at: string
	metadata: Record<string, unknown>
}

/** A table as `private.archive_tables` lists it. */
export type ArchiveTable = {
	name: string
	/** Columns with ids of accounts. */
	people: string[]
	/** Its rows hold addresses of customers or their hashes. */
	personal: boolean
	columns: string[]
}
