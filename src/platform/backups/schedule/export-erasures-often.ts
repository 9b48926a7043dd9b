import { setTimeout } from 'node:timers/promises'
import { exportErasures } from '#platform/backups/erasures.ts'
import type { BackupDeps } from '#platform/backups/make-backup.ts'

const intervalMilliseconds = 20_000

/** Notes erasures in the target, on one node at a time. A failure is logged once, until it works again. */
export async function exportErasuresOften({ db, target, log }: BackupDeps, abort: AbortSignal): Promise<void> {
	let isFailing = false
	for (;;) {
		const release = await db.lock('erasures', () => {})
		if (release)
			try {
				await exportErasures(db, target)
				isFailing = false
			} catch (error) {
				if (!isFailing)
					log.error(
						`Erasures cannot be noted beside the backups, and a restore would bring them back: ${(error as Error).message}`,
					)
				isFailing = true
			} finally {
				await release()
			}
		await setTimeout(intervalMilliseconds, undefined, { signal: abort })
	}
}
