import { mkdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { flag, printResult, readOptions, resolveCallerPath, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { completeFolder, copyCluster } from '#platform/backups/copy-cluster.ts'
import { type Copied, copyFiles } from '#platform/backups/copy-files.ts'
import { requireEmpty } from './backup-manifest.ts'
import { backUpToTarget } from './backup-to-target.ts'

/** Entries of DATA_DIR that are not copied (sockets, PostgreSQL's log, other copies) or follow PostgreSQL's own rules. */
const isOwnFile = (path: string) => !/^(postgres|socket|migration-copies)/.test(path)

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
		const rows = await copyCluster(owner, join(dataDir, 'postgres'), join(target, 'postgres'))
		const behind = await copyFiles(dataDir, target, isOwnFile)
		await completeFolder(target)
		return {
			files: before.files + rows.files + behind.files,
			bytes: before.bytes + rows.bytes + behind.bytes,
		}
	})
}
