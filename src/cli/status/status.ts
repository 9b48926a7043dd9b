import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { cliConfig, withDeps } from '#cli/with-deps.ts'
import { readLastBackup } from '#platform/metrics/last-backup.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { productVersion } from '#platform/product-version.ts'
import { createInstanceReader } from '#product/instance/create-instance-reader.ts'
import { supportReport } from '#product/instance/support-report.ts'
import { reportText, withoutServerText } from './status-text.ts'

/**
 * Prints the state of the installation on one screen. It starts nothing: without a running server it says so, with what the disk
 * shows. Exit code 1 when no server runs or something needs the operator.
 */
export async function run(args: string[]): Promise<number> {
	const { json, report: isForSupport } = readOptions(args, { json: flag, report: flag })
	const { DATA_DIR, DATABASE_URL, SITE_URL, MIN_FREE_DISK_MB } = cliConfig()
	const uptime = await serverUptime()
	const owner = DATABASE_URL ? undefined : await queryOwner(join(DATA_DIR, 'socket'))
	if (uptime === undefined && (DATABASE_URL || owner?.state !== 'serving')) {
		const disk = await statfs(DATA_DIR).catch(() => statfs('.'))
		const found = {
			running: false,
			state: owner?.state ?? 'stopped',
			version: productVersion(),
			address: SITE_URL,
			disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize, reserved: MIN_FREE_DISK_MB * 1024 ** 2 },
			last_backup: (await readLastBackup(DATA_DIR)) ?? null,
		}
		const { address: _, ...shareable } = found
		if (isForSupport) printReport(json, withoutServerText(shareable))
		else printResult(json, found, withoutServerText(found))
		return 1
	}
	const report = await withDeps((deps) => createInstanceReader(deps)(uptime ?? null))
	if (isForSupport) return printReport(json, supportReport(report, cliConfig()))
	printResult(json, { running: true, ...report }, reportText(report))
	return report.warnings.length > 0 ? 1 : 0
}

const printReport = (json: boolean | undefined, report: string) => printResult(json, { report }, report)

/** Seconds since the start of the server on this machine; nothing when none answers. */
async function serverUptime(): Promise<number | undefined> {
	const { PORT, hosts, METRICS_TOKEN } = cliConfig()
	const host = hosts.some((one) => /^(::|0\.0\.0\.0|127\.)/.test(one)) ? '127.0.0.1' : `[${hosts[0]}]`
	try {
		const answer = await fetch(`http://${host}:${PORT}/metrics`, {
			headers: METRICS_TOKEN ? { authorization: `Bearer ${METRICS_TOKEN}` } : {},
			signal: AbortSignal.timeout(5000),
		})
		const found = /^process_uptime_seconds (\S+)$/m.exec(await answer.text())?.[1]
		return found === undefined ? undefined : Number(found)
	} catch {
		return undefined
	}
}
