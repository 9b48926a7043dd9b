import { setTimeout } from 'node:timers/promises'
import { flag, printResult, readOptions, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDatabase } from '#cli/with-deps.ts'
import { type BackupDeps, type BackupResult, makeBackup } from '#platform/backups/make-backup.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { formatBytes } from '#shared/format-bytes.ts'

/** Makes a backup as the schedule does, now. */
export async function backUpToTarget(args: string[]): Promise<number> {
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
