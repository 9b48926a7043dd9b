import { mkdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { flag, printResult, readOptions, resolveCallerPath, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { writeEntry } from '#platform/backups/archive/extract.ts'
import { completeFolder, copyCluster } from '#platform/backups/copy-cluster.ts'
import { type Copied, copyFiles } from '#platform/backups/copy-files.ts'
import { databaseEntries } from '#platform/backups/database/database-entries.ts'
import { type BackupDeps, type BackupResult, makeBackup } from '#platform/backups/make-backup.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import type { Database } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { formatBytes } from '#shared/format-bytes.ts'
import { requireEmpty } from './backup-manifest.ts'

/** Entries of DATA_DIR that are not copied (sockets, PostgreSQL's log, other copies) or follow PostgreSQL's own rules. */
const isOwnFile = (path: string) => !/^(postgres|socket|migration-copies|backup-check)/.test(path)

/** Copies all data of an installation, whether or not it is running: into a folder, or without one to BACKUP_TARGET. */
export async function run(args: string[]): Promise<number> {
	const [folder, ...options] = args
	if (!folder || folder.startsWith('-')) return backUpToTarget(args)
	const { json } = readOptions(options, { json: flag })
	const { DATA_DIR, S3_BUCKET, OWN_MIGRATIONS } = cliConfig()
	const target = resolveCallerPath(folder)
	if (`${target}${sep}`.startsWith(`${DATA_DIR}${sep}`))
		throw new UsageError('The backup must lie outside of DATA_DIR.')
	await requireEmpty(target, 'Name a new one: a backup is never mixed with another.')

	const copied = await withDatabase(async (database) => {
		await mkdir(target, { recursive: true, mode: 0o700 })
		return backUp(database, DATA_DIR, target)
	})
	const lines = [
		`Backed up ${copied.files} files, ${formatBytes(copied.bytes)}.`,
		'This folder holds the keys: anyone who has it can sign in as any user. Keep it secret.',
		...(S3_BUCKET ? [`Uploaded files lie in the bucket ${S3_BUCKET} and are not in it.`] : []),
		...(OWN_MIGRATIONS ? [`The files in ${OWN_MIGRATIONS} are not in it: keep them.`] : []),
	]
	return printResult(json, { folder: target, ...copied }, lines.join('\n'))
}

/** Files are copied before and after the rows that name them, as they may be deleted or added meanwhile. */
async function backUp({ owner, kind }: Database, dataDir: string, target: string): Promise<Copied> {
	const manifest: Manifest = { format: 1, madeAt: '', startedAt: new Date().toISOString() }
	const before = await copyFiles(dataDir, target, isOwnFile)
	const rows =
		kind === 'embedded'
			? await copyCluster(owner, join(dataDir, 'postgres'), join(target, 'postgres'))
			: { files: 0, bytes: 0 }
	if (kind === 'external')
		for await (const entry of databaseEntries(owner, manifest)) {
			await writeEntry(target, entry)
			rows.files++
			rows.bytes += entry.kind === 'file' ? entry.size : 0
		}
	const behind = await copyFiles(dataDir, target, isOwnFile)
	await completeFolder(target, manifest)
	return {
		files: before.files + rows.files + behind.files,
		bytes: before.bytes + rows.bytes + behind.bytes,
	}
}

/** Makes a backup as the schedule does, now. */
async function backUpToTarget(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const { BACKUP_TARGET: address } = cliConfig()
	if (!address) throw new UsageError('Name a folder for the backup, or set BACKUP_TARGET.')
	const made = await withDatabase(async ({ owner, kind }, config) => {
		await migrateDatabase({ owner, kind }, config, console.error)
		const db = openDb(loginAs(owner), 2, (error) => console.error(error.message))
		const deps = { config, db, log: createLog('warn'), target: openTarget(config, address) }
		return makeNext({ ...deps, owner }).finally(() => db.close())
	})
	const { name, bytes, check } = made
	const lines = [
		`Backed up to ${address}/${name}, ${formatBytes(bytes)}.`,
		typeof check === 'string'
			? `It was not restored for a check: ${check}.`
			: `It was restored for a check: ${check.files} files and ${check.tables} tables are as they were.`,
	]
	return printResult(json, made, lines.join('\n'))
}

/** Waits for a backup that another process is making. */
async function makeNext(deps: BackupDeps): Promise<BackupResult> {
	for (let isWaiting = false; ; isWaiting = true) {
		const made = await makeBackup(deps)
		if (made) return made
		if (!isWaiting) console.error('Another process is making a backup; this one begins when it ends.')
		await setTimeout(2000)
	}
}
