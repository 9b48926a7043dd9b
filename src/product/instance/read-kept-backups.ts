import { stat } from 'node:fs/promises'
import { listBackups } from '#platform/backups/backup-names.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import type { Config } from '#platform/config/config.ts'
import type { InstanceReport } from '#shared/instance/instance-report.ts'

/** The complete backups in BACKUP_TARGET; nothing where none is set. @throws Error when it cannot be read */
export async function readKeptBackups(config: Config): Promise<InstanceReport['backups']['kept']> {
	const { BACKUP_TARGET: address, DATA_DIR } = config
	if (!address) return null
	const backups = await listBackups(openTarget(config, address))
	return {
		count: backups.length,
		bytes: backups.reduce((sum, { size }) => sum + size, 0),
		oldest: backups.at(-1)?.madeAt.toISOString() ?? null,
		is_here: !address.startsWith('s3:') && (await stat(address)).dev === (await stat(DATA_DIR)).dev,
	}
}
