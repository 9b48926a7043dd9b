import pg from 'pg'
import { type ArchiveEntry, textEntry } from './archive/archive-entry.ts'
import { walkFiles } from './archive/walk-files.ts'
import { keepWal, startBackup, stopBackup } from './queries.ts'

/** PostgreSQL recreates the content of these folders when it opens a copy; the folders must exist. */
const regenerated =
	/^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.|backup_label|tablespace_map)|(^|\/)(pgsql_tmp|pg_internal\.init)/
const walFile = /^pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/** True when a file of a running cluster belongs into a copy; WAL is taken separately. */
export const isClusterFile = (path: string) => !regenerated.test(path)

/** True when a file is WAL that a copy needs, which begins with `first`. */
export const isNeededWal = (first: string) => (path: string) =>
	walFile.test(path) && path.slice('pg_wal/'.length) >= first

/** A running low-level backup. */
export type ClusterBackup = {
	/** First WAL file that the copy needs. */
	first: string
	/** Ends it. @returns the text of backup_label */
	stop(): Promise<string>
}

/**
 * Keeps a low-level backup open for some work: the files, then the WAL written meanwhile
 * (https://www.postgresql.org/docs/18/continuous-archiving.html).
 */
export async function* withClusterBackup<T>(
	owner: pg.ClientConfig,
	work: (backup: ClusterBackup) => AsyncIterable<T>,
): AsyncGenerator<T> {
	const client = new pg.Client(owner)
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query(keepWal)
		const { rows } = await client.query<{ wal: string }>(startBackup)
		yield* work({
			first: rows[0]?.wal ?? '',
			stop: async () => (await client.query<{ label: string }>(stopBackup)).rows[0]?.label ?? '',
		})
	} finally {
		await client.end()
	}
}

/** The files of a running PostgreSQL with everything committed before the end, below `postgres/`. */
export function clusterEntries(
	owner: pg.ClientConfig,
	cluster: string,
	onStart: (first: string) => void,
): AsyncIterable<ArchiveEntry> {
	return withClusterBackup(owner, async function* ({ first, stop }) {
		onStart(first)
		yield { kind: 'folder', path: 'postgres', mode: 0o700, mtime: new Date() }
		yield* walkFiles(cluster, isClusterFile, 'postgres/')
		const label = await stop()
		const isNeeded = isNeededWal(first)
		yield* walkFiles(cluster, (path) => path === 'pg_wal' || isNeeded(path), 'postgres/')
		yield { kind: 'folder', path: 'postgres/pg_wal/archive_status', mode: 0o700, mtime: new Date() }
		yield textEntry('postgres/backup_label', label)
	})
}
