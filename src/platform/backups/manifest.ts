/** Name of the file that completes a backup: what has none is not complete. */
export const manifestName = 'backup.json'

/** Facts of a backup, as its last file and beside it in the target. */
export type Manifest = {
	/** 1: a folder; 2: an archive with checksums. */
	format: 1 | 2
	/** Time of completion: the backup contains everything acknowledged before its start. */
	madeAt: string
	startedAt?: string
	/** PostgreSQL's major version, which alone can open the files; absent when the database is elsewhere (DATABASE_URL). */
	postgres?: string
	/** Unpacked size of the database, in bytes. */
	databaseBytes?: number
	/** Rows of the tables that did not change meanwhile. */
	rows?: Record<string, number>
	/** The archive of the write-ahead log that goes on from this backup, and the first of its files that is needed. */
	wal?: { stream: string; first: string }
}
