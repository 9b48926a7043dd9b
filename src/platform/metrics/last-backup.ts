import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Metrics } from './metrics.ts'

/** The record that a backup leaves in `DATA_DIR` when it ends. Further members are ignored. */
const lastBackup = z.object({ at: z.iso.datetime({ offset: true }), ok: z.boolean() })
export type LastBackup = z.infer<typeof lastBackup>

/** The file of the last timed backup. It holds no secret and no path. */
export const lastBackupFile = 'last-backup.json'

/** Notes the outcome of a backup. After a failure the time of the last complete one stays. */
export async function writeLastBackup(dataDir: string, ok: boolean): Promise<void> {
	const at = ok ? new Date().toISOString() : ((await readLastBackup(dataDir))?.at ?? new Date(0).toISOString())
	const path = join(dataDir, lastBackupFile)
	await writeFile(`${path}.new`, JSON.stringify({ at, ok }), { mode: 0o600 })
	await rename(`${path}.new`, path)
}

/** The last backup; nothing before the first, or when the file cannot be understood. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
	const text = await readFile(join(dataDir, lastBackupFile), 'utf8').catch(() => undefined)
	if (text === undefined) return undefined
	try {
		return lastBackup.parse(JSON.parse(text))
	} catch {
		return undefined
	}
}

/** Time and outcome of the last backup. */
export function collectLastBackup(metrics: Metrics, dataDir: string): void {
	metrics.collect(async () => {
		const last = await readLastBackup(dataDir)
		if (!last) return []
		const at = Date.parse(last.at) / 1000
		return [
			// A failure before the first complete backup has no time.
			...(at > 0 ? [{ name: 'plaudit_last_backup_timestamp_seconds', value: at } as const] : []),
			{ name: 'plaudit_last_backup_ok', value: Number(last.ok) },
		]
	})
}
