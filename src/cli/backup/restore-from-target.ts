import { mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { flag, printResult, readOptions, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import type { ArchiveSource } from '#platform/backups/archive/extract.ts'
import { listBackups, readFactsBeside } from '#platform/backups/backup-names.ts'
import { checkBackup, commandCheckFolder } from '#platform/backups/check-backup.ts'
import { readErasures } from '#platform/backups/erasures.ts'
import { repeatErasures } from '#platform/backups/kept-erasures.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import { restoreBackup } from '#platform/backups/restore/restore-backup.ts'
import { stopLeftover } from '#platform/backups/restore/stop-leftover.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { parseS3Target } from '#platform/backups/target/s3-address.ts'
import type { Config } from '#platform/config/config.ts'
import { openDb } from '#platform/pg/db.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'

/** True when a name is that of a folder, as "plaudit backup FOLDER" makes them. */
export async function isFolderBackup(name: string): Promise<boolean> {
	if (!name || name.startsWith('-') || parseS3Target(name)) return false
	return (await stat(resolveCallerPath(name)).catch(() => undefined))?.isDirectory() ?? false
}

/**
 * Fills an empty DATA_DIR: from a file, as it is; from BACKUP_TARGET, with the write-ahead log that follows the backup. What was
 * erased since is erased again.
 */
export async function restoreFromTarget(args: string[]): Promise<number> {
	const [first = ''] = args
	const source = first.startsWith('-') ? '' : first
	const options = { json: flag, at: text, erasures: flag, check: flag } as const
	const { json, at, erasures, check } = readOptions(source ? args.slice(1) : args, options)
	if (erasures) return repeatErasuresNow(json)
	const until = at === undefined ? undefined : readMoment(at)
	if (source && until) throw new UsageError('--at chooses the backup: name none.')
	const config = cliConfig()
	const { target, name, manifest: known } = await findSource(config, source, until)
	if (check) return checkNow(config, { target, name, key: config.BACKUP_KEY }, json)
	if (until && known?.database) throw new UsageError(notToAMoment(name, known))
	let erased = 0
	const restored = await restoreBackup(
		config,
		{ target, name, key: config.BACKUP_KEY },
		{
			...(source ? {} : { log: { until } }),
			say: console.error,
			settle: async (owner) => {
				await migrate(owner, schemaFolder)
				erased = await repeatAll(owner, placesOf(config, target))
			},
		},
	)
	const { snapshotAt, madeAt } = restored.manifest
	const asOf = (restored.until ?? new Date(snapshotAt ?? madeAt)).toISOString()
	const warning = restored.endOfLog
		? `The archive of the write-ahead log ends at ${restored.endOfLog.toISOString()}, before --at (${until?.toISOString()}). The moment reached is ${asOf}: what was written after the end of the archive is not in it.`
		: null
	if (warning) console.error(`Warning: ${warning}`)
	const lines = [
		`Restored ${restored.files} files of ${name}, ${restored.until ? 'with transactions until' : 'as of'} ${asOf}.`,
		...(erased > 0 ? [`${erased} rows that were erased since are erased again.`] : []),
		'Start Plaudit now.',
	]
	const { files, bytes } = restored
	return printResult(
		json,
		{ dataDir: config.DATA_DIR, name, madeAt, asOf, files, bytes, erased, warning },
		lines.join('\n'),
	)
}

const notToAMoment = (name: string, { snapshotAt, madeAt }: Manifest) =>
	`--at is for the embedded PostgreSQL only, whose write-ahead log Plaudit archives; ${name} is of the database of a DATABASE_URL, as of ${snapshotAt ?? madeAt}. Restore it by its name, or use the point-in-time recovery of that database.`

/** Restores a backup beside DATA_DIR's content for a check, and removes it again. */
async function checkNow(config: Config, source: ArchiveSource, json: boolean | undefined): Promise<number> {
	await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
	stopLeftover(join(config.DATA_DIR, commandCheckFolder))
	const facts = await readFactsBeside(source.target, source.name)
	const found = await checkBackup(config, source, facts?.databaseBytes ?? 0, commandCheckFolder)
	const { files, tables, rows } = found
	const text = `${source.name} was restored for a check: ${files} files and ${tables} tables with ${rows} rows are as they were. Nothing was changed.`
	return printResult(json, { name: source.name, ...found }, text)
}

/** Erases again in the present database, after it was restored by other tools. */
async function repeatErasuresNow(json: boolean | undefined): Promise<number> {
	const erased = await withDatabase(async (database, config) => {
		await migrateDatabase(database, config, console.error)
		return repeatAll(database.owner, placesOf(config))
	})
	return printResult(json, { erased }, `${erased} rows that were erased before are erased again.`)
}

/** Erases again what these places list: beside the backup, in BACKUP_TARGET, and in DATA_DIR. */
async function repeatAll(owner: pg.ClientConfig, targets: readonly BackupTarget[]): Promise<number> {
	const db = openDb(loginAs(owner), 2, (error) => console.error(error.message))
	try {
		let erased = 0
		for (const target of targets) erased += await repeatErasures(db, await readErasures(target))
		return erased
	} finally {
		await db.close()
	}
}

function placesOf(config: Config, source?: BackupTarget): BackupTarget[] {
	const { BACKUP_TARGET: address, DATA_DIR } = config
	const noted = address && address !== source?.address ? [openTarget(config, address)] : []
	return [...(source ? [source] : []), ...noted, openTarget(config, DATA_DIR)]
}

function readMoment(text: string): Date {
	const moment = new Date(text)
	if (Number.isNaN(Number(moment))) throw new UsageError('--at needs a time such as 2026-11-27T09:30:00Z.')
	if (moment > new Date()) throw new UsageError(`--at is in the future: it is ${new Date().toISOString()} now.`)
	return moment
}

/** The target and the name in it that an argument means: an address, a path, a name in BACKUP_TARGET, or nothing for the last. */
async function findSource(
	config: Config,
	source: string,
	until: Date | undefined,
): Promise<{ target: BackupTarget; name: string; manifest?: Manifest }> {
	if (source && parseS3Target(source)) {
		const end = source.lastIndexOf('/')
		return { target: openTarget(config, source.slice(0, end)), name: source.slice(end + 1) }
	}
	const path = resolveCallerPath(source || '.')
	if (source && (await stat(path).catch(() => undefined))?.isFile())
		return { target: openTarget(config, dirname(path)), name: basename(path) }
	const { BACKUP_TARGET: address } = config
	if (!address) throw new UsageError(source ? `There is no ${path}.` : 'Name the backup, or set BACKUP_TARGET.')
	const target = openTarget(config, address)
	const backups = await listBackups(target)
	const found = backups.find(({ name, madeAt }) => (source ? name === source : !until || madeAt <= until))
	if (!found && until && backups.length > 0)
		throw new Error(
			`The oldest backup in ${address} is of ${backups.at(-1)?.madeAt.toISOString()}, after the time of --at: name a later one.`,
		)
	if (!found)
		throw new Error(
			source ? `There is no ${source} in ${address}, and no such file.` : `There is no complete backup in ${address}.`,
		)
	return { target, name: found.name, manifest: found.manifest }
}
