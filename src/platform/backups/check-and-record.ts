import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/pg/db.ts'
import { type CheckResult, checkBackup } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import { beginCheck, changeRecord } from './records.ts'
import type { BackupTarget } from './target/backup-target.ts'

type CheckDeps = { config: Config; db: Db; target: BackupTarget }

/** Restores a backup for its check, and notes when that began and what it found. @throws Error with what is wrong */
export async function checkAndRecord(
	{ config, db, target }: CheckDeps,
	id: string,
	name: string,
	manifest: Manifest,
): Promise<CheckResult> {
	await beginCheck(db, id)
	const checked = await checkBackup(config, { target, name, key: config.BACKUP_KEY }, manifest.databaseBytes ?? 0)
	await changeRecord(db, id, { checked })
	return checked
}
