import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { keepJournal, startBackup, stopBackup } from './backup-queries.ts'
import { type Copied, copyFiles } from './copy-files.ts'

/** What PostgreSQL makes anew when it opens a copy; the folders themselves must be there. */
const remade =
	/^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.|backup_label|tablespace_map)|(^|\/)(pgsql_tmp|pg_internal\.init)/
const journalFile = /^pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/**
 * Copies the files of a running PostgreSQL so that the copy holds all that was committed when this ends (PostgreSQL's
 * low-level backup: the files as they are, then the journal that was written meanwhile).
 */
export async function backUpCluster(
	owner: pg.ClientConfig,
	cluster: string,
	target: string,
): Promise<Copied> {
	const client = new pg.Client(owner)
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query(keepJournal)
		const { rows: started } = await client.query<{ wal: string }>(startBackup)
		const first = started[0]?.wal ?? ''
		const data = await copyFiles(cluster, target, (path) => !remade.test(path))
		const { rows: stopped } = await client.query<{ label: string }>(stopBackup)
		const journal = await copyFiles(
			cluster,
			target,
			(path) =>
				path === 'pg_wal' || (journalFile.test(path) && path.slice('pg_wal/'.length) >= first),
		)
		await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
		await write(join(target, 'backup_label'), stopped[0]?.label ?? '')
		return { files: data.files + journal.files + 1, bytes: data.bytes + journal.bytes }
	} finally {
		await client.end()
	}
}

async function write(path: string, text: string): Promise<void> {
	const file = await open(path, 'wx', 0o600)
	await file.writeFile(text)
	await file.sync().finally(() => file.close())
}
