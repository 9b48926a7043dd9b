import { listBackups } from './backup-names.ts'
import { checkAndRecord } from './check-backup.ts'
import { type BackupDeps, backupLock } from './make-backup.ts'
import { type CheckResult, changeRecord, findRecord } from './records.ts'

/**
 * Restores the newest backup of the target for a check, because an operator asked.
 * @returns nothing while a backup or another check runs
 * @throws Error with what is wrong, which the record of the backup has, too
 */
export async function tryRestore(deps: BackupDeps): Promise<CheckResult | undefined> {
	const { db, target, log } = deps
	const release = await db.lock(backupLock, () => log.warn('the lock of backups was lost; the check goes on'))
	if (!release) return undefined
	try {
		const [newest] = await listBackups(target)
		if (!newest) throw new Error('There is no complete backup in BACKUP_TARGET.')
		const id = await findRecord(db, newest)
		return await checkAndRecord(deps, id, newest.name, newest.manifest).catch(async (error: Error) => {
			await changeRecord(db, id, { problem: `A restore of ${newest.name} failed: ${error.message}.` })
			throw error
		})
	} finally {
		await release()
	}
}
