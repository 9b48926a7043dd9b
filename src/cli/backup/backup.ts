import { mkdir, open, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import pg from 'pg'
import { flag, printResult, readOptions, resolveCallerPath, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { type Manifest, manifestName, requireEmpty } from './backup-manifest.ts'
import { keepWal, startBackup, stopBackup } from './backup-queries.ts'
import { type Copied, copyFiles } from './copy-files.ts'

/** Entries of DATA_DIR that are not copied (sockets, PostgreSQL's log) or follow PostgreSQL's own rules. */
const isOwnFile = (path: string) => !/^(postgres|socket)/.test(path)

/** Copies all data of an installation, whether or not it is running. */
export async function run(args: string[]): Promise<number> {
	const [folder, ...options] = args
	if (!folder || folder.startsWith('-')) throw new UsageError('Name a folder for the backup.')
	const { json } = readOptions(options, { json: flag })
	const { DATA_DIR, DATABASE_URL, S3_BUCKET, OWN_MIGRATIONS } = cliConfig()
	if (DATABASE_URL) throw new Error(externalDatabaseAdvice)
	const target = resolveCallerPath(folder)
	if (`${target}${sep}`.startsWith(`${DATA_DIR}${sep}`))
		throw new UsageError('The backup must lie outside of DATA_DIR.')
	await requireEmpty(target, 'Name a new one: a backup is never mixed with another.')
	await mkdir(target, { recursive: true, mode: 0o700 })

	const copied = await backUp(DATA_DIR, target)
	const lines = [
		`Backed up ${copied.files} files, ${(copied.bytes / 1024 ** 2).toFixed(1)} MiB.`,
		'This folder holds the keys: anyone who has it can sign in as any user. Keep it secret.',
		...(S3_BUCKET ? [`Uploaded files lie in the bucket ${S3_BUCKET} and are not in it.`] : []),
		...(OWN_MIGRATIONS ? [`The files in ${OWN_MIGRATIONS} are not in it: keep them.`] : []),
	]
	return printResult(json, { folder: target, ...copied }, lines.join('\n'))
}

const externalDatabaseAdvice =
	'The database of DATABASE_URL is backed up with its own tools (pg_dump). Copy keys.json, storage/ and migrations/ of DATA_DIR beside it.'

function backUp(dataDir: string, target: string): Promise<Copied> {
	return withDatabase(async ({ owner }) => {
		// Files are copied before and after the rows that name them, as they may be deleted or added meanwhile.
		const before = await copyFiles(dataDir, target, isOwnFile)
		const cluster = join(target, 'postgres')
		const rows = await backUpCluster(owner, join(dataDir, 'postgres'), cluster)
		const behind = await copyFiles(dataDir, target, isOwnFile)
		const postgres = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
		const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), postgres }
		await write(join(target, manifestName), `${JSON.stringify(manifest)}\n`)
		return {
			files: before.files + rows.files + behind.files,
			bytes: before.bytes + rows.bytes + behind.bytes,
		}
	})
}

/** PostgreSQL recreates the content of these folders when it opens a copy; the folders must exist. */
const regenerated =
	/^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.|backup_label|tablespace_map)|(^|\/)(pgsql_tmp|pg_internal\.init)/
const walFile = /^pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/**
 * Copies the files of a running PostgreSQL with everything committed before the end. Low-level backup: the files,
 * then the WAL written meanwhile (https://www.postgresql.org/docs/18/continuous-archiving.html).
 */
async function backUpCluster(owner: pg.ClientConfig, cluster: string, target: string): Promise<Copied> {
	const client = new pg.Client(owner)
	client.on('error', () => {})
	await client.connect()
	try {
		await client.query(keepWal)
		const { rows: started } = await client.query<{ wal: string }>(startBackup)
		const first = started[0]?.wal ?? ''
		const data = await copyFiles(cluster, target, (path) => !regenerated.test(path))
		const { rows: stopped } = await client.query<{ label: string }>(stopBackup)
		const journal = await copyFiles(
			cluster,
			target,
			(path) => path === 'pg_wal' || (walFile.test(path) && path.slice('pg_wal/'.length) >= first),
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
