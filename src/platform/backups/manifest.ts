/** Name of the file that completes a backup: what has none is not complete. */
export const manifestName = 'backup.json'

/** Facts of a backup, as its last file and beside it in the target. */
export type Manifest = {
	/** 1: a folder; 2: an archive with checksums; 3: either, with the rows of a database at DATABASE_URL. */
	format: 1 | 2 | 3
	/** Time of completion: the backup contains everything acknowledged before its start. */
	madeAt: string
	startedAt?: string
	/** PostgreSQL's major version, which alone can open the files; absent when the database is elsewhere (DATABASE_URL). */
	postgres?: string
	/** The version of the PostgreSQL at DATABASE_URL whose rows are in it, which any other takes. */
	database?: string
	/** Time of the snapshot of that database: the backup has what was committed before. */
	snapshotAt?: string
	/** Size of the database, in bytes: the room that a check needs. */
	databaseBytes?: number
	/** Rows of the tables; of the embedded database, of those that did not change meanwhile. Not beside an encrypted archive. */
	rows?: Record<string, number>
	/** The archive of the write-ahead log that goes on from this backup, and the first of its files that is needed. */
	wal?: { stream: string; first: string }
}

/** The part of a manifest that may stand beside an encrypted archive: nothing that tells the amount of its contents. */
export function withoutCounts({ rows: _, databaseBytes: __, ...facts }: Manifest): Manifest {
	return facts
}

/** @throws Error for a backup of a newer version of Plaudit */
export function requireKnownFormat(name: string, { format }: Manifest): void {
	if (![1, 2, 3].includes(format))
		throw new Error(`${name} was made by a newer version of Plaudit. Restore it with that one.`)
}
