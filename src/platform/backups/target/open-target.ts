import type { Config } from '#platform/config/config.ts'
import type { BackupTarget } from './backup-target.ts'
import { createFolderTarget } from './folder-target.ts'
import { parseS3Target } from './s3-address.ts'
import { createS3Target } from './s3-target.ts'

/** Opens BACKUP_TARGET, or another place of the same forms. */
export function openTarget(config: Config, address: string): BackupTarget {
	const s3 = parseS3Target(address)
	return s3 ? createS3Target(config, address, s3) : createFolderTarget(address)
}
