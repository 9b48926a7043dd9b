import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { readServerState } from '#cli/read-server-state.ts'
import { cliConfig, withDeps } from '#cli/with-deps.ts'
import { readLastBackup } from '#platform/metrics/last-backup.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { productVersion } from '#platform/product-version.ts'
import { createInstanceReader } from '#product/instance/create-instance-reader.ts'
import { supportReport } from '#product/instance/support-report.ts'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { reportText, withoutReportText } from './status-text.ts'

/**
 * Prints the state of the installation on one screen. It starts nothing: without a running server or a usable database it says so, with
 * what the disk shows. Exit code 1 when no server runs or something needs the operator.
 */
export async function run(args: string[]): Promise<number> {
	const { json, report: isForSupport } = readOptions(args, { json: flag, report: flag })
	const { DATA_DIR, DATABASE_URL, SITE_URL, MIN_FREE_DISK_MB } = cliConfig()
	const server = await readServerState()
	const owner = DATABASE_URL ? undefined : await queryOwner(join(DATA_DIR, 'socket'))
	/** @param problem why the database cannot be read, where a server runs */
	async function printWithoutReport(problem?: string): Promise<number> {
		const disk = await statfs(DATA_DIR).catch(() => statfs('.'))
		const found = {
			running: server !== undefined,
			state: server ? 'running' : (owner?.state ?? 'stopped'),
			problem,
			version: productVersion(),
			address: SITE_URL,
			disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize, reserved: MIN_FREE_DISK_MB * 1024 ** 2 },
			last_backup: (await readLastBackup(DATA_DIR)) ?? null,
		}
		const { address: _, ...shareable } = { ...found, problem: problem && 'The database cannot be used.' }
		if (isForSupport) printReport(json, withoutReportText(shareable))
		else printResult(json, found, withoutReportText(found))
		return 1
	}
	if (!server && (DATABASE_URL || owner?.state !== 'serving')) return printWithoutReport()
	let report: InstanceReport
	try {
		report = await withDeps((deps) => createInstanceReader(deps)(server?.uptime ?? null, server), 'silent')
	} catch (error) {
		return printWithoutReport((error as Error).message)
	}
	if (isForSupport) return printReport(json, supportReport(report, cliConfig()))
	printResult(json, { running: true, ...report }, reportText(report))
	return report.warnings.length > 0 ? 1 : 0
}

const printReport = (json: boolean | undefined, report: string) => printResult(json, { report }, report)
