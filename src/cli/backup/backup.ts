import { mkdir, open, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type pg from 'pg'
import { flag, printResult, readOptions, resolveCallerPath, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { isClusterFile, isNeededWal, withClusterBackup } from '#platform/backups/cluster-files.ts'
import { type Manifest, manifestName } from '#platform/backups/manifest.ts'
import { requireEmpty } from './backup-manifest.ts'
import { backUpToTarget } from './backup-to-target.ts'
import { type Copied, copyFiles } from './copy-files.ts'

/** Entries of DATA_DIR that are not copied (sockets, PostgreSQL's log) or follow PostgreSQL's own rules. */
const isOwnFile = (path: string) => !/^(postgres|socket)/.test(path)

/** Copies all data of an installation, whether or not it is running: into a folder, or without one to BACKUP_TARGET. */
export async function run(args: string[]): Promise<number> {
	const [folder, ...options] = args
	if (!folder || folder.startsWith('-')) return backUpToTarget(args)
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

/** Copies the files of a running PostgreSQL with everything committed before the end. */
async function backUpCluster(owner: pg.ClientConfig, cluster: string, target: string): Promise<Copied> {
	const parts = withClusterBackup(owner, async function* ({ first, stop }) {
		yield await copyFiles(cluster, target, isClusterFile)
		const label = await stop()
		const isNeeded = isNeededWal(first)
		yield await copyFiles(cluster, target, (path) => path === 'pg_wal' || isNeeded(path))
		await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
		await write(join(target, 'backup_label'), label)
		yield { files: 1, bytes: label.length }
	})
	const copied = { files: 0, bytes: 0 }
	for await (const { files, bytes } of parts) {
		copied.files += files
		copied.bytes += bytes
	}
	return copied
}

async function write(path: string, text: string): Promise<void> {
	const file = await open(path, 'wx', 0o600)
	await file.writeFile(text)
	await file.sync().finally(() => file.close())
}
