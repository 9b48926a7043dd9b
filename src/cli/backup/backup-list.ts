import { flag, printResult, readOptions, UsageError } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { listBackups } from '#platform/backups/backup-names.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import { formatBytes } from '#shared/format-bytes.ts'

/** Lists the backups of BACKUP_TARGET, newest first. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const config = cliConfig()
	if (!config.BACKUP_TARGET) throw new UsageError('Set BACKUP_TARGET.')
	const backups = await listBackups(openTarget(config, config.BACKUP_TARGET))
	const found = backups.map(({ name, size, madeAt }) => ({ name, bytes: size, madeAt: madeAt.toISOString() }))
	const lines = found.map(({ name, bytes, madeAt }) => `${madeAt}  ${formatBytes(bytes).padStart(9)}  ${name}`)
	return printResult(
		json,
		found,
		lines.length > 0 ? lines.join('\n') : `There is no backup in ${config.BACKUP_TARGET}.`,
	)
}
